import { expect, it } from "vitest";
import { systemName } from "./systems";

it.each([
  ["clausie.tsv", "clausie"],
  ["outputs/ollie.txt.gz", "ollie"],
  ["C:\\outputs\\minie-2.1.json", "minie-2.1"],
  ["reverb", "reverb"],
  [".tsv", ".tsv"],
])("names the system of %s", (file, name) => expect(systemName(file)).toBe(name));
