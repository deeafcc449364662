// The extractions of a study with everybody's labels, by system, label, rule and words. The data are packed by
// study/extractions.py, which describes them.
const SHOWN_LABELS = { correct: "right", incorrect: "wrong" };

const labelWord = (word) => {
  const shown = made("span", "said", word || "—");
  if (SHOWN_LABELS[word]) shown.classList.add(SHOWN_LABELS[word]);
  return shown;
};

const labelRow = ({ labeller, fact, attribution, rules, note, unsure, machine, adjudicated }) => {
  const name = made("th", "", labeller);
  name.scope = "row";
  if (machine) name.append(" ", made("span", "badge", "LLM"));
  if (adjudicated) name.append(" ", made("span", "badge", "decided"));
  const words = unsure ? [made("span", "said", "unsure"), made("span", "said", "")] : [labelWord(fact), labelWord(attribution)];
  return made("tr", "", name, ...words.map((each) => made("td", "", each)), made("td", "", rules.join(", ")), made("td", "", note));
};

const labelTable = (task) => {
  const heads = ["who", "fact", "attribution", "rules broken", "note"].map((title) => {
    const head = made("th", "", title);
    head.scope = "col";
    return head;
  });
  const table = made("table", "texts labels", made("thead", "", made("tr", "", ...heads)), made("tbody", "", ...task.labels.map(labelRow)));
  const frame = made("div", "scroll", table);
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", `Labels of extraction ${task.key}`);
  return frame;
};

const taskCard = (data, task) => {
  const words = (text) => text.split(" ").filter(Boolean).map((word) => `=${word}`).join(" ");
  const head = made("p", "head", made("strong", "", task.sources.map(([system]) => data.systems[system]).join(", ")),
    made("span", "", `extraction ${task.key}`), made("span", "", `sentence ${task.sentence}`));
  if (task.repeat) head.append(made("span", "", `repeats ${task.repeat}`));
  head.append(made("span", "verdict", task.decision + (task.how ? `, ${task.how}` : "")));
  const confidences = task.sources.filter(([, confidence]) => confidence !== null)
    .map(([system, confidence]) => `${data.systems[system]} ${confidence}`);
  const said = [...task.notes, ...(confidences.length ? [`confidence: ${confidences.join(", ")}`] : [])];
  return made("li", SHOWN_LABELS[task.decision] ?? "fact", head,
    made("p", "sentence", data.sentences[task.sentence]),
    slotTable(["extracted", task.slots.map(words), "="]),
    ...(said.length ? [made("p", "reason", said.join(" · "))] : []),
    labelTable(task));
};

const STUDY_CONTROLS = ["system", "label", "attribution", "rule", "text"];

const startStudy = (unpacking) => {
  const list = one("#tasks-list");
  const controls = Object.fromEntries(STUDY_CONTROLS.map((name) => [name, one(`#tasks-${name}`)]));
  let data;
  const counted = (count, shown) => `${count} of ${data.tasks.length.toLocaleString("en")} extractions, ${shown} shown`;
  const showFound = growing(list, one("#tasks-more"), one("#tasks-count"), counted);
  const show = () => {
    if (!data) return;
    const wanted = Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, control.value]));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (task) => (wanted.system === "" || task.sources.some(([system]) => data.systems[system] === wanted.system))
      && (wanted.label === "" || task.kinds.includes(wanted.label))
      && (wanted.attribution === "" || task.attribution === wanted.attribution)
      && (wanted.rule === "" || task.labels.some((label) => label.rules.includes(wanted.rule)))
      && words.every((word) => task.text.includes(word));
    showFound(data.tasks.filter(fits).map((task) => ({ card: () => taskCard(data, task) })));
  };
  linked(list.closest("section").id, controls, show);
  return unpacking.then((unpacked) => {
    data = unpacked;
    for (const task of data.tasks) {
      const notes = task.labels.flatMap(({ labeller, note }) => [labeller, note]);
      task.text = [task.key, data.sentences[task.sentence], ...task.slots, ...task.notes, ...notes].join(" ").toLowerCase();
    }
    show();
  });
};
