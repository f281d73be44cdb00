import { Anchor, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DataHealthItem } from '#contract/visits.ts'
import { countOf } from '#domain/text.ts'
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

const VERDICTS = {
  bad: { Icon: IconAlertTriangle, words: 'Affects numbers' },
  notice: { Icon: IconInfoCircle, words: 'Needs review' },
  small: { Icon: IconCircleDashed, words: 'Small gap' },
  good: { Icon: IconCircleCheck, words: 'Passed' },
} as const

/** A gap too small to matter is neither a problem nor nothing. */
export const verdictOf = ({ severity, count }: DataHealthItem): keyof typeof VERDICTS =>
  severity === 'good' && count > 0 ? 'small' : severity

const HealthList = ({ items }: { items: readonly DataHealthItem[] }) => (
  <ul className="bare-list card">
    {items.map((item) => (
      <HealthItem key={item.id} item={item} />
    ))}
  </ul>
)

const HealthItem = ({ item }: { item: DataHealthItem }) => {
  const { title, effect, path, count } = item
  const verdict = verdictOf(item)
  const { Icon, words } = VERDICTS[verdict]
  return (
    <li className={classes.item} data-result={verdict}>
      <span className={classes.sign}>
        <Icon size={20} aria-hidden />
      </span>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.effect}>{effect}</p>
      </div>
      <div className={classes.figures}>
        <span className={classes.verdict}>{words}</span>
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
  const gaps = items.filter((item) => verdictOf(item) !== 'good')
  const passed = items.filter((item) => verdictOf(item) === 'good')
  return (
    <>
      {gaps.length > 0 && <HealthList items={gaps} />}
      {passed.length > 0 && (
        <details className={classes.passed}>
          <summary>
            {gaps.length === 0 && 'All '}
            {countOf(passed.length, 'check')} passed
          </summary>
          <HealthList items={passed} />
        </details>
      )}
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
