// Extractions on which a metric and people differ, by metric, kind, system and words. The data are packed by
// labels/disagreements.py, which describes them.
const WHO_ACCEPTS = { people: "only people accept it", metric: "only the metric accepts it" };

const disagreementCard = (data, item) => {
  const words = (text) => text.split(" ").filter(Boolean).map((word) => `=${word}`).join(" ");
  const head = made("p", "head", made("strong", "", item.system), made("span", "", item.metric),
    made("span", "", `sentence ${item.sentence}`), made("span", "verdict", WHO_ACCEPTS[item.kind]));
  const said = [...(item.score ? [`score ${item.score}`] : []), ...(item.reason ? [item.reason] : []),
    ...(item.closest ? [`closest gold: ${item.closest}`] : [])];
  return made("li", item.kind === "people" ? "right" : "wrong", head,
    made("p", "sentence", data.sentences[item.sentence]),
    slotTable(["extracted", item.slots.map(words), "="]),
    ...(said.length ? [made("p", "reason", said.join(" · "))] : []));
};

const DISAGREEMENT_CONTROLS = ["metric", "kind", "system", "text"];

const startDisagreements = (unpacking) => {
  const list = one("#disagreements-list");
  const controls = Object.fromEntries(DISAGREEMENT_CONTROLS.map((name) => [name, one(`#disagreements-${name}`)]));
  let data;
  const counted = (count, shown) => `${count} extractions, ${shown} shown`;
  const showFound = growing(list, one("#disagreements-more"), one("#disagreements-count"), counted);
  const show = () => {
    if (!data) return;
    const words = controls.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (item) => item.metric === controls.metric.value
      && (controls.kind.value === "" || item.kind === controls.kind.value)
      && (controls.system.value === "" || item.system === controls.system.value)
      && words.every((word) => item.text.includes(word));
    showFound(data.items.filter(fits).map((item) => ({ card: () => disagreementCard(data, item) })));
  };
  linked(list.closest("section").id, controls, show);
  return unpacking.then((unpacked) => {
    data = unpacked;
    for (const item of data.items) {
      item.text = [data.sentences[item.sentence], ...item.slots, item.reason, item.closest].join(" ").toLowerCase();
    }
    show();
  });
};
