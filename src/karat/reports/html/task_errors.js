// The documents of a task's report: filter them by system, verdict, kind of error and words, and show them in pages.
"use strict";
(() => {
  const one = (selector) => document.querySelector(selector);
  const made = (name, className, ...content) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...content);
    return element;
  };
  const PAGE = 20;
  const MOST = 25;
  const list = one("#findings-list");
  const count = one("#findings-count");
  const more = one("#findings-more");
  const controls = { system: one("#findings-system"), verdict: one("#findings-verdict"), kind: one("#findings-kind"), text: one("#findings-text") };
  let data, found = [], shown = 0;

  // Each word of a snippet has a sign: predicted alone, gold alone, both, or neither.
  const marked = (text) => text.split(" ").flatMap((each, place) => {
    const [sign, word] = [each[0], each.slice(1)];
    const part = sign === "+" ? made("del", "", word) : sign === "-" ? made("ins", "", word) : sign === "*" ? made("b", "", word) : sign === "=" ? word : each;
    return place ? [" ", part] : [part];
  });
  const row = ([kind, predicted, gold, context]) => {
    const right = kind === 0;
    const line = made("p", right ? "finding right" : "finding", made("span", "verdict", data.kinds[kind]), " ");
    if (right) line.append(made("span", "", gold));
    else {
      if (predicted) line.append(made("del", "", predicted), " ");
      if (gold) line.append(made("ins", "", gold));
    }
    const whole = made("div", "", line);
    if (context) whole.append(made("p", "reason", ...marked(context)));
    return whole;
  };
  const card = ([place, findings]) => {
    const [system, name, text] = data.documents[place];
    const item = made("li", findings.every(([kind]) => kind === 0) ? "right" : "wrong");
    item.append(made("p", "head", made("strong", "", data.systems[system]), made("span", "", `document ${name}`)));
    if (text) item.append(made("p", "sentence", text));
    item.append(...findings.slice(0, MOST).map(row));
    const rest = findings.slice(MOST);
    if (rest.length) {
      const all = made("details", "", made("summary", "", `${rest.length} more`));
      all.addEventListener("toggle", () => { if (all.children.length === 1) all.append(...rest.map(row)); });
      item.append(all);
    }
    return item;
  };
  const showMore = () => {
    const next = found.slice(shown, shown + PAGE);
    list.append(...next.map(card));
    shown += next.length;
    more.hidden = shown >= found.length;
    const findings = found.reduce((sum, [, listed]) => sum + listed.length, 0);
    count.textContent = `${findings.toLocaleString("en")} ${findings === 1 ? "finding" : "findings"} in ${found.length.toLocaleString("en")} ${found.length === 1 ? "document" : "documents"}, ${shown} shown`;
  };
  const filter = () => {
    const wanted = controls.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = [];
    data.documents.forEach(([system, name, text, findings], place) => {
      if (controls.system.value !== "" && system !== Number(controls.system.value)) return;
      const fitting = findings.filter(([kind, predicted, gold, context]) => {
        if (controls.verdict.value !== "" && (kind === 0) !== (controls.verdict.value === "right")) return false;
        if (controls.kind.value !== "" && kind !== Number(controls.kind.value)) return false;
        const said = [data.systems[system], name, text, predicted, gold, context].join(" ").toLowerCase();
        return wanted.every((word) => said.includes(word));
      });
      if (fitting.length) found.push([place, fitting]);
    });
    list.replaceChildren();
    shown = 0;
    showMore();
  };
  const unpack = async () => {
    const bytes = Uint8Array.from(atob(one("#findings-data").textContent.trim()), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    data = JSON.parse(await new Response(stream).text());
    Object.values(controls).forEach((control) => control.addEventListener("input", filter));
    more.addEventListener("click", showMore);
    filter();
  };
  unpack().catch((error) => { count.textContent = `The documents could not be unpacked by this browser: ${error.message}`; });
})();
