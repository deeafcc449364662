// Light or dark: the system's choice until the reader makes another. On paper, folds with numbers are open.
const root = document.documentElement;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;

const startTheme = () => {
  const button = one("#theme");
  const name = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  try {
    const kept = localStorage.getItem("karat-theme");
    if (kept) root.dataset.theme = kept;
  } catch { /* a file may not keep anything */ }
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("karat-theme", root.dataset.theme); } catch { /* likewise */ }
    name();
  });
  prefersDark.addEventListener("change", name);
  name();
  button.disabled = false;
};

const startPrinting = () => {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("details.numbers:not([open])");
    closed.forEach((each) => { each.open = true; });
  });
  addEventListener("afterprint", () => { closed.forEach((each) => { each.open = false; }); });
};

startTheme();
startPrinting();
