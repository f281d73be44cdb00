import {
  IconBottle,
  IconChartLine,
  IconChevronRight,
  IconGlass,
  IconLayoutDashboard,
  IconReport,
  IconSettings,
  IconShoppingBag,
  IconSparkles,
  IconUsers,
} from '@tabler/icons-react'

const ICONS: Readonly<Record<string, typeof IconChevronRight>> = {
  dashboard: IconLayoutDashboard,
  sales: IconChartLine,
  orders: IconShoppingBag,
  products: IconBottle,
  customers: IconUsers,
  clubs: IconGlass,
  'more-reports': IconReport,
  'ai-insights': IconSparkles,
  admin: IconSettings,
}

/** The picture of a menu group, by the group's id. */
export const groupIcon = (id: string): typeof IconChevronRight => ICONS[id] ?? IconChevronRight
