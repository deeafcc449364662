/** What is wrong where a rule is broken, in the words of the console and the charts, `reports/tables/study/wording.py`. */
export const RULE_NAMES: Readonly<Record<string, string>> = {
  F1: "not what its clause says",
  F2: "mixes clauses",
  F3: "necessary part left out",
  F4: "word missing that matters",
  F5: "wrong words added",
  F6: "wrong polarity",
  F7: "negation of another clause",
  F8: "wrong modality",
  F9: "wrong quantity",
  F10: "quantity cut short",
  F11: "wrong mention",
  F12: "wrong word form",
  A1: "source not there",
  A2: "source's phrase wrong",
  A3: "source's factuality wrong",
};
