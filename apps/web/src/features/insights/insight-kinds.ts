import { INSIGHT_KINDS } from 'virtual:insight-kinds'

const titles = new Map(INSIGHT_KINDS.map(({ kind, title }) => [kind, title]))

export const isInsightKind = (text: string): boolean => titles.has(text)

export const kindTitle = (kind: string): string => titles.get(kind) ?? kind
