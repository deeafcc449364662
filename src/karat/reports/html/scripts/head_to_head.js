// Head to head of two systems: the facts that only one finds, both, or neither, and what each has for them.
const startHeadToHead = (unpacking) => {
  const groups = all("#pair-groups button");
  const press = {
    get value() { return groups.find((each) => each.getAttribute("aria-pressed") === "true")?.value ?? "only-a"; },
    set value(wanted) { groups.forEach((each) => each.setAttribute("aria-pressed", String(each.value === wanted))); },
  };
  const controls = { a: one("#first-system"), b: one("#second-system"), facts: press };
  let data, found, missed;
  const showFound = growing(one("#pair-list"), one("#pair-more"), one("#pair-count"), (count, shown) => `${count} facts, ${shown} shown`, 5);

  // What one system has for a fact: the extraction that finds it, or the closest one and why it does not.
  const side = (gold, system) => {
    const name = data.systems[system];
    const example = found[gold].get(system);
    if (example !== undefined) {
      const table = example < 0 ? made("p", "reason", "found, by an extraction that is not in this file")
        : slotTable(["extracted", data.examples[example][5], "=?+"]);
      return made("div", "side right", made("p", "head", made("strong", "", name), made("span", "verdict", "found")), table);
    }
    const [, , , kind, closest] = missed.get(`${system} ${gold}`) ?? [];
    const slots = closestSlots(data, closest ?? null);
    const table = slots ? slotTable(["closest", slots, "=?+-"]) : made("p", "reason", "no extraction agrees with it in a slot");
    return made("div", "side wrong",
      made("p", "head", made("strong", "", name), made("span", "verdict", "missed"), made("span", "", data.kinds[kind] ?? "")), table);
  };
  const factCard = (gold, a, b) => {
    const [sentence, fact] = data.gold[gold];
    const [id, text] = data.sentences[sentence];
    return made("li", "fact",
      made("p", "head", made("span", "", `sentence ${id}`)),
      made("p", "sentence", text),
      made("p", "", made("span", "label", "gold "), data.facts[fact] ?? "—"),
      side(gold, a), side(gold, b));
  };
  const show = () => {
    const [a, b] = [controls.a, controls.b].map((each) => data.systems.indexOf(each.value));
    const divided = { "only-a": [], "only-b": [], both: [], neither: [] };
    found.forEach((finders, gold) => {
      const group = finders.has(a) ? (finders.has(b) ? "both" : "only-a") : finders.has(b) ? "only-b" : "neither";
      divided[group].push({ card: () => factCard(gold, a, b) });
    });
    const names = { "only-a": `only ${controls.a.value}`, "only-b": `only ${controls.b.value}`, both: "both", neither: "neither" };
    for (const button of groups) {
      one("strong", button).textContent = divided[button.value].length.toLocaleString("en");
      one("span", button).textContent = names[button.value];
    }
    showFound(divided[press.value]);
  };
  press.value = "only-a";
  linked("head-to-head", controls, () => { if (data) show(); });
  for (const button of groups) {
    button.addEventListener("click", () => {
      press.value = button.value;
      show();
      keepInLink("head-to-head");
    });
  }
  return unpacking.then((unpacked) => {
    data = unpacked;
    missed = new Map(data.missed.map((each) => [`${each[0]} ${each[1]}`, each]));
    found = data.gold.map(([, , ...finders]) => {
      const pairs = new Map();
      for (let place = 0; place < finders.length; place += 2) pairs.set(finders[place], finders[place + 1]);
      return pairs;
    });
    show();
  });
};
