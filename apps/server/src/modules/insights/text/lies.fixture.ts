/** What a model that lies makes of a sentence. */
export const LIES: readonly ((template: string) => string)[] = [
  (template) => `${template} That is 7 more.`,
  (template) => template.replace(/\{[\w.]+\}/, '$9,999'),
  (template) => template.replace(/(\{[\w.]+\})(.*?)(\{[\w.]+\})/s, '$3$2$1'),
  (template) => `Twelve guests said: ${template}`,
  (template) => `${template} {secret}`,
  (template) => template.replace(/\{[\w.]+\}/, '-$&'),
  (template) => template.replace(/\{[\w.]+\}/, '$&k'),
  (template) => `${template} ٤٢`,
]
