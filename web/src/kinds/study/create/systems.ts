/** Names of systems, as files suggest them. */

/** The name of a file without its folder and its endings: clausie.tsv.gz is clausie. */
export function systemName(file: string): string {
  const base = file.replace(/^.*[\\/]/u, "");
  return base.replace(/(?<=.)(\.[A-Za-z]\w{0,7})+$/u, "");
}
