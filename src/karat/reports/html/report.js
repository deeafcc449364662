// What a report needs of the browser: the choice of light or dark, opening all on paper, sorting, and the examples.
"use strict";
(() => {
  const root = document.documentElement;
  const one = (selector, within = document) => within.querySelector(selector);
  const made = (name, className, ...content) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...content);
    return element;
  };

  // Light or dark: the system's choice until the reader makes another.
  const button = one("#theme");
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const name = () => { button.textContent = dark() ? "Light" : "Dark"; };
  try { const kept = localStorage.getItem("karat-theme"); if (kept) root.dataset.theme = kept; } catch { /* a file may not keep anything */ }
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("karat-theme", root.dataset.theme); } catch { /* likewise */ }
    name();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  name();

  // On paper nothing can be opened, so what holds numbers is opened before.
  let closed = [];
  addEventListener("beforeprint", () => { closed = [...document.querySelectorAll("details.numbers:not([open])")]; closed.forEach((each) => { each.open = true; }); });
  addEventListener("afterprint", () => { closed.forEach((each) => { each.open = false; }); });

  // Tables that can be sorted and filtered.
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    const value = (row, index) => row.cells[index].dataset.value ?? row.cells[index].textContent;
    heads.forEach((head, index) => {
      const press = one("button.sort", head);
      if (!press) return;
      press.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") === "descending";
        heads.forEach((each) => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = [...body.rows].sort((a, b) => {
          const [x, y] = [value(a, index), value(b, index)];
          const [p, q] = [Number.parseFloat(x), Number.parseFloat(y)];
          const order = Number.isNaN(p) || Number.isNaN(q) ? x.localeCompare(y) : p - q;
          return up ? order : -order;
        });
        body.append(...rows);
      });
    });
    const controls = [...document.querySelectorAll(`[data-filters="${table.id}"]`)];
    const count = one(`#${table.id}-count`);
    const filter = () => {
      let shown = 0;
      for (const row of body.rows) {
        const fits = controls.every((control) => {
          const wanted = control.value.toLowerCase();
          if (!wanted) return true;
          return control.dataset.key ? row.dataset[control.dataset.key].toLowerCase() === wanted : row.textContent.toLowerCase().includes(wanted);
        });
        row.hidden = !fits;
        shown += fits;
      }
      if (count) count.textContent = `${shown} of ${body.rows.length} rows`;
    };
    controls.forEach((control) => control.addEventListener("input", filter));
    if (controls.length) filter();
  }

  // The examples are packed; each is [system, sentence, fact, wrong slots, [subject, relation, object], reason], its words marked by a sign.
  const packed = one("#examples-data");
  if (!packed) return;
  const PAGE = 20;
  const SLOTS = ["subject", "relation", "object"];
  const list = one("#examples-list");
  const count = one("#examples-count");
  const more = one("#examples-more");
  const controls = { system: one("#by-system"), verdict: one("#by-verdict"), bucket: one("#by-bucket"), text: one("#by-text") };
  let data, found = [], shown = 0;

  const words = (text, wanted) => {
    const parts = [];
    for (const each of text.split(" ")) {
      const [sign, word] = [each[0], each.slice(1)];
      if (!word || !wanted.includes(sign)) continue;
      if (parts.length) parts.push(" ");
      parts.push(sign === "+" ? made("del", "", word) : sign === "-" ? made("ins", "", word) : sign === "?" ? made("span", "optional", word) : word);
    }
    return parts;
  };
  const row = (label, texts, wanted) => [made("span", "label", label), ...texts.map((text, slot) => {
    const cell = made("span", "", ...words(text, wanted));
    cell.dataset.slot = SLOTS[slot];
    return cell;
  })];
  const card = ([system, sentence, fact, bucket, texts, reason]) => {
    const right = bucket === "";
    const item = made("li", right ? "right" : "wrong");
    const [id, text] = data.sentences[sentence];
    item.append(
      made("p", "head", made("strong", "", data.systems[system]), made("span", "", `sentence ${id}`), made("span", "verdict", right ? "right" : "wrong"), made("span", "", bucket.length === 3 ? `(${[...bucket].join(",")})` : "")),
      made("p", "sentence", text),
    );
    const slots = made("div", "slots", ...["", ...SLOTS].map((each) => made("span", "colhead", each)), ...row("extracted", texts, "=?+"));
    if (fact !== null && !right) slots.append(...row("closest gold", texts, "=?-"));
    item.append(slots, made("p", "reason", reason.replace(/^(right|wrong): /, "") + (fact === null ? "" : ` · gold pattern: ${data.facts[fact]}`)));
    return item;
  };
  const showMore = () => {
    const next = found.slice(shown, shown + PAGE);
    list.append(...next.map((place) => card(data.examples[place])));
    shown += next.length;
    more.hidden = shown >= found.length;
    count.textContent = `${found.length.toLocaleString("en")} of ${data.examples.length.toLocaleString("en")} extractions, ${shown} shown`;
  };
  const filter = () => {
    const wanted = controls.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = [];
    data.examples.forEach(([system, , , bucket], place) => {
      if (controls.system.value !== "" && system !== Number(controls.system.value)) return;
      if (controls.verdict.value !== "" && (bucket === "") !== (controls.verdict.value === "right")) return;
      if (controls.bucket.value !== "" && bucket !== controls.bucket.value) return;
      if (wanted.every((word) => data.texts[place].includes(word))) found.push(place);
    });
    list.replaceChildren();
    shown = 0;
    showMore();
  };
  const unpack = async () => {
    const bytes = Uint8Array.from(atob(packed.textContent.trim()), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    data = JSON.parse(await new Response(stream).text());
    data.texts = data.examples.map(([system, sentence, fact, , texts]) =>
      [data.systems[system], ...data.sentences[sentence], ...texts.map((text) => text.replace(/(^| )[=?+-]/g, "$1")), fact === null ? "" : data.facts[fact]].join(" ").toLowerCase());
    Object.values(controls).forEach((control) => control.addEventListener("input", filter));
    more.addEventListener("click", showMore);
    filter();
  };
  unpack().catch((error) => { count.textContent = `The examples could not be unpacked by this browser: ${error.message}`; });
})();
