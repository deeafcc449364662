// Tables that can be sorted by their headings, and filtered by the controls that name them.
const sortValue = (row, index) => row.cells[index].dataset.value ?? row.cells[index].textContent.trim();

const sortRows = (table, index, down) => {
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((a, b) => {
    const [x, y] = [sortValue(a, index), sortValue(b, index)];
    if (x === "" || y === "") return (x === "") - (y === "");  // undefined values come last either way
    const [p, q] = [Number(x), Number(y)];
    const order = Number.isNaN(p) || Number.isNaN(q) ? x.localeCompare(y, "en", { numeric: true }) : p - q;
    return down ? -order : order;
  });
  body.append(...rows);
};

// The sorting as a control: its value is a heading, with a minus before it for the highest first.
const sorting = (table) => {
  const heads = [...table.tHead.rows[0].cells];
  const title = (head) => head.textContent.trim();
  const control = {
    get value() {
      const head = heads.find((each) => each.hasAttribute("aria-sort"));
      return head ? `${head.getAttribute("aria-sort") === "descending" ? "-" : ""}${title(head)}` : "";
    },
    set value(text) {
      const down = text.startsWith("-");
      const index = heads.findIndex((each) => title(each) === text.slice(down ? 1 : 0));
      if (index < 0) return;
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      heads[index].setAttribute("aria-sort", down ? "descending" : "ascending");
      sortRows(table, index, down);
    },
  };
  for (const head of heads) {
    one("button.sort", head)?.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : !head.classList.contains("text");
      control.value = `${down ? "-" : ""}${title(head)}`;
      keepInLink(table.closest("section").id);
    });
  }
  return control;
};

const filtering = (table, controls) => {
  const rows = [...table.tBodies[0].rows];
  const count = one(`#${table.id}-count`);
  const fits = (row) => controls.every((control) => {
    const wanted = control.value.toLowerCase();
    if (!wanted) return true;
    if (control.dataset.key) return row.dataset[control.dataset.key].toLowerCase() === wanted;
    return row.textContent.toLowerCase().includes(wanted);
  });
  return () => {
    rows.forEach((row) => { row.hidden = !fits(row); });
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
  };
};

for (const table of all("table.sortable")) {
  const section = table.closest("section").id;
  linked(section, { sort: sorting(table) }, () => {});
  const controls = all(`[data-filters="${table.id}"]`);
  if (!controls.length) continue;
  const filter = filtering(table, controls);
  linked(section, Object.fromEntries(controls.map((each) => [each.dataset.key ?? "text", each])), filter);
  filter();
}
