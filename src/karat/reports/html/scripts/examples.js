// The browser of examples: right and wrong extractions and missed facts, by system, verdict, kind and words.
const searched = (...texts) => texts.join(" ").toLowerCase();

const extractionEntry = (data, example) => {
  const [system, sentence, fact, right, kind, texts, , accepted] = example;
  return {
    system: data.systems[system],
    verdict: right ? "right" : "wrong",
    accepted: accepted !== undefined,
    kind: data.kinds[kind],
    text: searched(data.systems[system], ...data.sentences[sentence], ...texts.map(unmarked), data.facts[fact] ?? ""),
    card: () => exampleCard(data, example),
  };
};
const missedEntry = (data, missed) => {
  const [system, gold, fact, kind, closest] = missed;
  const slots = closestSlots(data, closest) ?? [];
  return {
    system: data.systems[system],
    verdict: "missed",
    kind: data.kinds[kind],
    text: searched(data.systems[system], ...data.sentences[data.gold[gold][0]], ...slots.map(unmarked), data.facts[fact] ?? ""),
    card: () => missedCard(data, missed),
  };
};

const startExamples = (unpacking) => {
  const list = one("#examples-list");
  const controls = { system: one("#by-system"), verdict: one("#by-verdict"), kind: one("#by-kind"), text: one("#by-text") };
  let entries = [];
  const counted = (found, shown) => {
    const what = { missed: "missed facts", "": "extractions and missed facts" }[controls.verdict.value] ?? "extractions";
    const inAll = entries.filter(({ verdict }) => what.includes(verdict === "missed" ? "missed" : "extractions")).length;
    return `${found} of ${inAll.toLocaleString("en")} ${what}, ${shown} shown`;
  };
  const showFound = growing(list, one("#examples-more"), one("#examples-count"), counted);
  const fits = (entry, name) => ["", entry[name]].includes(controls[name].value)
    || (name === "verdict" && controls.verdict.value === "accepted" && entry.accepted);
  const show = () => {
    const wanted = controls.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    showFound(entries.filter((entry) =>
      ["system", "verdict", "kind"].every((name) => fits(entry, name))
      && wanted.every((word) => entry.text.includes(word))));
  };
  linked("examples", controls, show);
  return unpacking.then((data) => {
    entries = [...data.examples.map((each) => extractionEntry(data, each)), ...data.missed.map((each) => missedEntry(data, each))];
    show();
  });
};
