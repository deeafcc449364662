/** Text with **bold**, *examples* and `code`, in paragraphs between blank lines. */

export interface Piece {
  kind: "plain" | "bold" | "example" | "code";
  text: string;
}

export function parseText(text: string): Piece[][] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => pieces(paragraph.replace(/\s*\n\s*/g, " ")));
}

function pieces(paragraph: string): Piece[] {
  return paragraph
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)
    .filter((part) => part !== "")
    .map((part) => {
      if (part.startsWith("**") && part.length > 4) return { kind: "bold", text: part.slice(2, -2) };
      if (part.startsWith("*") && part.endsWith("*") && part.length > 2)
        return { kind: "example", text: part.slice(1, -1) };
      if (part.startsWith("`") && part.endsWith("`") && part.length > 2)
        return { kind: "code", text: part.slice(1, -1) };
      return { kind: "plain", text: part };
    });
}
