// Cards of examples. The data are packed by examples/data.py, which describes them; words have a sign before them:
// = shared, ? optional, + too many, - wanting.
const PAGE = 20;
const SLOTS = ["subject", "relation", "object"];

const unpack = async (element) => {
  const bytes = Uint8Array.from(atob(element.textContent.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
};

const markedWords = (text, signs) => {
  const parts = [];
  for (const each of text.split(" ")) {
    const [sign, word] = [each[0], each.slice(1)];
    if (!word || !signs.includes(sign)) continue;
    if (parts.length) parts.push(" ");
    if (sign === "+") parts.push(made("del", "", word));
    else if (sign === "-") parts.push(made("ins", "", word));
    else if (sign === "?") parts.push(made("span", "optional", word));
    else parts.push(word);
  }
  return parts;
};
const unmarked = (text) => text.replace(/(^| )[=?+-]/g, "$1");

// Rows of slots below their headings: each row is [label, texts, signs of the words to show].
const slotTable = (...rows) => {
  const cells = rows.flatMap(([label, texts, signs]) => [
    made("span", "label", label),
    ...texts.map((text, slot) => {
      const cell = made("span", "", ...markedWords(text, signs));
      cell.dataset.slot = SLOTS[slot];
      return cell;
    }),
  ]);
  return made("div", "slots", ...["", ...SLOTS].map((each) => made("span", "colhead", each)), ...cells);
};
const plainFact = (pattern) => pattern.split(" --> ").map((slot) => slot.split(" ").map((word) => `=${word}`).join(" "));

const card = (verdict, id, head, text, ...content) => made("li", verdict,
  made("p", "head",
    ...head.filter(Boolean).map((each, place) => made(place ? "span" : "strong", "", each)),
    made("span", "", `sentence ${id}`),
    made("span", "verdict", verdict)),
  made("p", "sentence", text), ...content);

const exampleCard = (data, [system, sentence, fact, right, kind, texts, reason, accepted]) => {
  const rows = [["extracted", texts, "=?+"]];
  if (fact !== null && !right) rows.push(["closest gold", texts, "=?-"]);
  const pattern = fact === null ? "" : ` · gold pattern: ${data.facts[fact]}`;
  return card(right ? "right" : "wrong", data.sentences[sentence][0], [data.systems[system], data.kinds[kind]], data.sentences[sentence][1],
    slotTable(...rows), made("p", "reason", reason + pattern),
    ...(accepted === undefined ? [] : [made("p", "reason", accepted)]));
};

// The slots of the extraction that comes closest to a missed fact; nothing if none does.
const closestSlots = (data, closest) => typeof closest === "number" ? data.examples[closest][5] : closest;

const missedCard = (data, [system, gold, fact, kind, closest]) => {
  const [id, text] = data.sentences[data.gold[gold][0]];
  const slots = closestSlots(data, closest);
  const table = slots ? slotTable(["missed gold", slots, "=?-"], ["closest", slots, "=?+"])
    : slotTable(["missed gold", plainFact(data.facts[fact] ?? ""), "="]);
  return card("missed", id, [data.systems[system], data.kinds[kind]], text, table,
    made("p", "reason", `${slots ? "" : "no extraction agrees with it in a slot · "}gold pattern: ${data.facts[fact] ?? "—"}`));
};

// A list of cards that grows on demand. counted(all, shown) says how many there are.
const growing = (list, more, count, counted, first = PAGE) => {
  let entries = [];
  let shown = 0;
  const showMore = () => {
    const next = entries.slice(shown, shown + (shown ? PAGE : first));
    list.append(...next.map((entry) => entry.card()));
    shown += next.length;
    more.hidden = shown >= entries.length;
    count.textContent = counted(entries.length.toLocaleString("en"), shown);
  };
  more.addEventListener("click", showMore);
  return (found) => {
    entries = found;
    shown = 0;
    list.replaceChildren();
    showMore();
  };
};
