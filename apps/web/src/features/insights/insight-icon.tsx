import { INSIGHT_ICONS } from 'virtual:insight-icons'

/** Decorative: the kind's title is next to it. */
export const InsightIcon = ({ kind }: { kind: string }) => {
  const Icon = INSIGHT_ICONS[kind]
  return Icon && <Icon size={20} stroke={1.5} aria-hidden />
}
