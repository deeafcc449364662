// The browser of examples. They are packed; each is [system, sentence, fact, wrong slots, [subject, relation, object],
// reason], its words marked by a sign: = shared, ? optional, + too many, - wanting.
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

const exampleCard = (data, [system, sentence, fact, bucket, texts, reason]) => {
  const right = bucket === "";
  const [id, text] = data.sentences[sentence];
  const rows = [["extracted", texts, "=?+"]];
  if (fact !== null && !right) rows.push(["closest gold", texts, "=?-"]);
  const pattern = fact === null ? "" : ` · gold pattern: ${data.facts[fact]}`;
  return made("li", right ? "right" : "wrong",
    made("p", "head",
      made("strong", "", data.systems[system]),
      made("span", "", `sentence ${id}`),
      made("span", "verdict", right ? "right" : "wrong"),
      made("span", "", bucket.length === 3 ? `(${[...bucket].join(",")})` : "")),
    made("p", "sentence", text),
    slotTable(...rows),
    made("p", "reason", reason.replace(/^(right|wrong): /, "") + pattern));
};

// All that can be shown: the words to search in, what the filters ask about, and how to make the card.
const exampleEntries = (data) => data.examples.map((example) => {
  const [system, sentence, fact, bucket, texts] = example;
  const words = [data.systems[system], ...data.sentences[sentence], ...texts.map(unmarked), fact === null ? "" : data.facts[fact]];
  return {
    system: data.systems[system],
    verdict: bucket === "" ? "right" : "wrong",
    kind: bucket,
    text: words.join(" ").toLowerCase(),
    card: () => exampleCard(data, example),
  };
});

const startExamples = async () => {
  const packed = one("#examples-data");
  if (!packed) return;
  const [list, count, more] = [one("#examples-list"), one("#examples-count"), one("#examples-more")];
  const controls = { system: one("#by-system"), verdict: one("#by-verdict"), kind: one("#by-kind"), text: one("#by-text") };
  let entries = [];
  let found = [];
  let shown = 0;
  const showMore = () => {
    const next = found.slice(shown, shown + PAGE);
    list.append(...next.map((entry) => entry.card()));
    shown += next.length;
    more.hidden = shown >= found.length;
    count.textContent = `${found.length.toLocaleString("en")} of ${entries.length.toLocaleString("en")} extractions, ${shown} shown`;
  };
  const show = () => {
    const wanted = controls.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = entries.filter((entry) =>
      ["system", "verdict", "kind"].every((name) => controls[name].value === "" || controls[name].value === entry[name])
      && wanted.every((word) => entry.text.includes(word)));
    list.replaceChildren();
    shown = 0;
    showMore();
  };
  linked("examples", controls, show);
  more.addEventListener("click", showMore);
  try {
    entries = exampleEntries(await unpack(packed));
    show();
  } catch (error) {
    count.textContent = `The examples could not be unpacked by this browser: ${error.message}`;
  }
};
