import {
  IconActivity,
  IconAlertTriangle,
  IconArrowsShuffle,
  IconBottle,
  IconChartLine,
  IconGlassFull,
  IconPackages,
  IconPlayerPause,
  IconTag,
  IconTarget,
  IconUserMinus,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { InsightKind } from '#domain/insight-kind.ts'

const ICONS = {
  anomaly: IconActivity,
  driver: IconArrowsShuffle,
  priceChange: IconTag,
  stoppedSelling: IconPlayerPause,
  stockRunway: IconBottle,
  membersAtRisk: IconUserMinus,
  releaseOutlook: IconPackages,
  conversionShift: IconGlassFull,
  lapsingCustomers: IconUserQuestion,
  forecast: IconChartLine,
  goalPace: IconTarget,
  dataProblem: IconAlertTriangle,
} as const satisfies Record<InsightKind, unknown>

/** Beside the kind's title, which says the same. */
export const InsightIcon = ({ kind }: { kind: InsightKind }) => {
  const Icon = ICONS[kind]
  return <Icon size={20} stroke={1.5} aria-hidden />
}
