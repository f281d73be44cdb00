import { INSIGHT_ICONS } from 'virtual:insight-icons'
import { INSIGHT_KINDS } from 'virtual:insight-kinds'

/** Decorative: the insight's title says its kind. */
export const InsightIcon = ({ kind }: { kind: string }) => {
  const Icon = INSIGHT_ICONS[kind]
  return Icon && <Icon size={20} stroke={1.5} aria-hidden />
}

const kinds = new Map(INSIGHT_KINDS.map((info) => [info.kind, info]))

export const isInsightKind = (text: string): boolean => kinds.has(text)

/** The title of the people that an insight of the kind names. */
export const peopleTitle = (kind: string): string => kinds.get(kind)?.peopleTitle ?? 'People'
