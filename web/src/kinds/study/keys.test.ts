import { expect, it } from "vitest";
import { ruleCommand } from "./task/handlers";
import { STUDY_COMMANDS } from "./keys";
import { ATTRIBUTION_RULES, FACT_RULES } from "./state";

it("has a key for each rule, and each key once", () => {
  const keys = Object.values(STUDY_COMMANDS).flatMap(({ keys }) => [...keys]);
  expect(new Set(keys).size).toBe(keys.length);
  for (const rule of [...FACT_RULES, ...ATTRIBUTION_RULES]) {
    const command = ruleCommand(rule) as keyof typeof STUDY_COMMANDS;
    expect(STUDY_COMMANDS[command]).toMatchObject({
      title: `Rule ${rule} is broken, or not`,
      group: "Rules broken",
    });
  }
});
