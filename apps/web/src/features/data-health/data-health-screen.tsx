import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DataHealthItem } from '#contract/visits.ts'
import { useAccount, useAccountStatus } from '#web/app/account-data.ts'
import { formatCount, formatDateTime } from '#web/app/format.ts'
import { BackLink, EmptyPanel, Heading } from '#web/app/heading.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './data-health.module.css'

type Severity = DataHealthItem['severity']

const ORDER: readonly Severity[] = ['bad', 'notice', 'good']

/** Sorted by severity, then by share of affected records. */
export const byUrgency = (items: readonly DataHealthItem[]): DataHealthItem[] =>
  items.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || affectedShare(b) - affectedShare(a))

const affectedShare = ({ count, of }: DataHealthItem): number => (of === 0 ? 0 : count / of)

/** "312 of 20,410 (1.5%)"; a nonzero share is never shown as 0%. */
export const countText = (item: DataHealthItem, culture?: string): string => {
  const { count, of } = item
  const counts = `${formatCount(count, culture)} of ${formatCount(of, culture)}`
  if (count === 0 || of === 0) return counts
  const share = affectedShare(item)
  const format = new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 1 })
  return `${counts} (${share < 0.001 ? `less than ${format.format(0.001)}` : format.format(share)})`
}

const SEVERITY_ICONS = {
  bad: { Icon: IconAlertTriangle, words: 'Affects numbers' },
  notice: { Icon: IconInfoCircle, words: 'Minor gap' },
  good: { Icon: IconCircleCheck, words: 'Passed' },
} as const satisfies Record<Severity, unknown>

/** A gap too small to matter: neither a problem nor nothing. */
const SMALL_GAP = { Icon: IconCircleDashed, words: 'Small gap' }

const isSmallGap = ({ severity, count }: DataHealthItem): boolean => severity === 'good' && count > 0

/** A section of checks with their results; hidden when empty. */
const HealthList = ({ title, items }: { title: string; items: readonly DataHealthItem[] }) =>
  items.length === 0 ? null : (
    <Stack gap="xs" component="section">
      <Title order={2}>{title}</Title>
      <ul className={classes.list}>
        {items.map((item) => (
          <HealthItem key={item.id} item={item} />
        ))}
      </ul>
    </Stack>
  )

const HealthItem = ({ item }: { item: DataHealthItem }) => {
  const { title, effect, severity, path, count } = item
  const { Icon, words } = isSmallGap(item) ? SMALL_GAP : SEVERITY_ICONS[severity]
  return (
    <li className={classes.item} data-severity={isSmallGap(item) ? 'small' : severity}>
      <span className={classes.sign}>
        <Icon size={20} role="img" aria-label={words} />
      </span>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.effect}>{effect}</p>
      </div>
      <div className={classes.figures}>
        <span>{countText(item)}</span>
        {path !== null && count > 0 && (
          <Anchor component={Link} to={path} size="sm" aria-label={`Show records: ${title}`}>
            Show records
          </Anchor>
        )}
      </div>
    </li>
  )
}

/** Gaps in the account's records, most severe first, with their effect on the numbers. */
export const DataHealthScreen = () => {
  const { queries } = useRuntime()
  const timeZone = useAccount()?.timeZone
  const query = useQuery(queries.visits.dataHealth.queryOptions())
  const asOf = query.data?.asOf ?? null
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <BackLink to="/admin/services">All services</BackLink>
      <Heading title="Data health">What’s missing from your records, and which numbers it affects.</Heading>
      <QueryContent query={query} height={240}>
        {({ items }) => <Health items={byUrgency(items)} />}
      </QueryContent>
      {asOf !== null && (
        <Text size="xs" c="dimmed">
          As of {formatDateTime(asOf, timeZone)}
        </Text>
      )}
    </Stack>
  )
}

const Health = ({ items }: { items: readonly DataHealthItem[] }) => {
  const hasServices = useAccountStatus()?.currentServiceCount !== 0
  if (items.length === 0 || !hasServices) return <NothingToCheck />
  const gaps = items.filter(({ severity }) => severity !== 'good')
  const small = items.filter(isSmallGap)
  const passed = items.filter(({ severity, count }) => severity === 'good' && count === 0)
  return (
    <>
      {gaps.length === 0 && (
        <Paper withBorder p="lg">
          <Text fw={600}>{small.length === 0 ? 'Nothing is missing' : 'Nothing needs your attention'}</Text>
          <Text size="sm" c="dimmed">
            {small.length === 0 ? 'All checks passed.' : 'The gaps below are small.'}
          </Text>
        </Paper>
      )}
      <HealthList title="Needs review" items={gaps} />
      <HealthList title="Small gaps" items={small} />
      <HealthList title="Passed" items={passed} />
    </>
  )
}

const NothingToCheck = () => (
  <EmptyPanel title="Nothing to check yet" text="When a service brings in orders, any gaps in them are listed here.">
    <Button component={Link} to="/admin/services">
      Go to Services
    </Button>
  </EmptyPanel>
)
