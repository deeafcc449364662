// The documents of a task's report, by system, verdict, kind of error and words. The data are packed by task_errors.py:
// a document is [system, name, text, findings], a finding [kind, predicted, gold, context]; kind 0 is right.
const MOST_FINDINGS = 25;

// Each word of a context has a sign: + predicted alone, - gold alone, * both, = neither.
const contextWords = (text) => text.split(" ").flatMap((each, place) => {
  const [sign, word] = [each[0], each.slice(1)];
  const tags = { "+": "del", "-": "ins", "*": "b" };
  const part = tags[sign] ? made(tags[sign], "", word) : sign === "=" ? word : each;
  return place ? [" ", part] : [part];
});

const findingRow = (data, [kind, predicted, gold, context]) => {
  const right = kind === 0;
  const line = made("p", right ? "finding right" : "finding", made("span", "verdict", data.kinds[kind]), " ");
  if (right) line.append(made("span", "", gold));
  else {
    if (predicted) line.append(made("del", "", predicted), " ");
    if (gold) line.append(made("ins", "", gold));
  }
  const whole = made("div", "", line);
  if (context) whole.append(made("p", "reason", ...contextWords(context)));
  return whole;
};

const documentCard = (data, [system, name, text], findings) => {
  const item = made("li", findings.every(([kind]) => kind === 0) ? "right" : "wrong",
    made("p", "head", made("strong", "", data.systems[system]), made("span", "", `document ${name}`)));
  if (text) item.append(made("p", "sentence", text));
  item.append(...findings.slice(0, MOST_FINDINGS).map((each) => findingRow(data, each)));
  const rest = findings.slice(MOST_FINDINGS);
  if (rest.length) {
    const fold = made("details", "", made("summary", "", `${rest.length} more`));
    fold.addEventListener("toggle", () => {
      if (fold.children.length === 1) fold.append(...rest.map((each) => findingRow(data, each)));
    });
    item.append(fold);
  }
  return item;
};

const startTaskErrors = (unpacking) => {
  const list = one("#findings-list");
  const controls = { system: one("#findings-system"), verdict: one("#findings-verdict"), kind: one("#findings-kind"), text: one("#findings-text") };
  let data;
  let findings = 0;
  const counted = (documents, shown) => {
    const what = `${findings.toLocaleString("en")} ${findings === 1 ? "finding" : "findings"}`;
    return `${what} in ${documents} ${documents === "1" ? "document" : "documents"}, ${shown} shown`;
  };
  const showFound = growing(list, one("#findings-more"), one("#findings-count"), counted);
  const show = () => {
    if (!data) return;
    const { system, verdict, kind, text } = Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, control.value]));
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (document, [number, ...texts]) => {
      if (verdict !== "" && (number === 0) !== (verdict === "right")) return false;
      if (kind !== "" && data.kinds[number] !== kind) return false;
      const said = [data.systems[document[0]], document[1], document[2], ...texts].join(" ").toLowerCase();
      return words.every((word) => said.includes(word));
    };
    const found = [];
    findings = 0;
    for (const document of data.documents) {
      if (system !== "" && data.systems[document[0]] !== system) continue;
      const fitting = document[3].filter((finding) => fits(document, finding));
      if (!fitting.length) continue;
      findings += fitting.length;
      found.push({ card: () => documentCard(data, document, fitting) });
    }
    showFound(found);
  };
  linked(list.closest("section").id, controls, show);
  return unpacking.then((unpacked) => {
    data = unpacked;
    show();
  });
};
