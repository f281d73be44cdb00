/** What stands for names that do not leave the account: `name 1`. The same name has the same one. */
export interface Placeholders {
  readonly mask: (name: string) => string
  /** a text with the names that its placeholders stand for */
  readonly reveal: (text: string) => string
  readonly nameOf: (placeholder: string) => string | null
  readonly all: () => readonly string[]
}

/** @param given placeholders of the question and of the answer before, with their names */
export const createPlaceholders = (given: ReadonlyMap<string, string>): Placeholders => {
  const names = new Map(given)
  const placeholders = new Map([...given].map(([placeholder, name]) => [name, placeholder]))
  const add = (name: string): string => {
    const placeholder = `name ${names.size + 1}`
    names.set(placeholder, name)
    placeholders.set(name, placeholder)
    return placeholder
  }
  return {
    mask: (name) => placeholders.get(name) ?? add(name),
    reveal: (text) => text.replace(/\bname \d+\b/g, (placeholder) => names.get(placeholder) ?? placeholder),
    nameOf: (placeholder) => names.get(placeholder) ?? null,
    all: () => [...names.keys()],
  }
}
