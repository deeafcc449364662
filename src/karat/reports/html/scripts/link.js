// What is chosen on the page is kept in the link, as #examples?system=mine&verdict=missed, so that a copied link opens
// the same view and the back button returns to the one before. What is at its default is left out.
const chosen = new Map();  // name → { control, initial, show }

const linkFor = (section) => {
  const query = new URLSearchParams();
  for (const [name, { control, initial }] of chosen) {
    if (control.value !== initial) query.set(name, control.value);
  }
  const text = query.toString();
  return `#${section}${text ? `?${text}` : ""}`;
};

// Call after a choice: a new step for the back button, or the same step where the reader is typing.
const keepInLink = (section, typing = false) => {
  const link = linkFor(section);
  if (link === location.hash) return;
  history[typing ? "replaceState" : "pushState"](null, "", link);
};

// Let controls, { name: element }, be kept in the link; show() shows what they choose.
const linked = (section, controls, show) => {
  for (const [name, control] of Object.entries(controls)) {
    chosen.set(name, { control, initial: control.value, show });
    control.addEventListener?.("input", () => {
      show();
      keepInLink(section, control.type === "search");
    });
  }
};

// Set all controls by the link. A value that a control does not have gives its default.
const followLink = () => {
  const [section, text = ""] = location.hash.slice(1).split("?");
  const query = new URLSearchParams(text);
  const changed = new Set();
  for (const [name, { control, initial, show }] of chosen) {
    const before = control.value;
    control.value = query.get(name) ?? initial;
    if (control.value === "" && query.get(name)) control.value = initial;
    if (control.value !== before) changed.add(show);
  }
  changed.forEach((show) => show());
  if (text && section) document.getElementById(section)?.scrollIntoView({ behavior: "instant" });
};

const startLink = () => {
  addEventListener("popstate", followLink);
  for (const link of all("nav.contents a")) {
    link.addEventListener("click", (event) => {
      const section = link.hash.slice(1);
      event.preventDefault();
      history.pushState(null, "", linkFor(section));
      document.getElementById(section).scrollIntoView();
    });
  }
  if (location.hash.includes("?")) followLink();
};
