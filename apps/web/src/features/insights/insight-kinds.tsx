import { INSIGHT_ICONS } from 'virtual:insight-icons'
import { INSIGHT_KINDS } from 'virtual:insight-kinds'

/** Decorative: the kind's title is next to it. */
export const InsightIcon = ({ kind }: { kind: string }) => {
  const Icon = INSIGHT_ICONS[kind]
  return Icon && <Icon size={20} stroke={1.5} aria-hidden />
}

const titles = new Map(INSIGHT_KINDS.map(({ kind, title }) => [kind, title]))

export const isInsightKind = (text: string): boolean => titles.has(text)

export const kindTitle = (kind: string): string => titles.get(kind) ?? kind
