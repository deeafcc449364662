/** Light, dark, or as the system has it; kept in the browser. */

export type Theme = "system" | "light" | "dark";

const STORAGE = "karat.theme";

class ThemeSwitch {
  current = $state<Theme>(stored());

  constructor() {
    apply(this.current);
  }

  set(theme: Theme): void {
    this.current = theme;
    apply(theme);
    try {
      localStorage.setItem(STORAGE, theme);
    } catch {
      // Without storage the theme holds for this visit only.
    }
  }

  /** Whether the page is dark now. */
  get isDark(): boolean {
    if (this.current !== "system") return this.current === "dark";
    return matchMedia?.("(prefers-color-scheme: dark)").matches ?? false;
  }
}

function stored(): Theme {
  try {
    const value = localStorage.getItem(STORAGE);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export const theme = new ThemeSwitch();
