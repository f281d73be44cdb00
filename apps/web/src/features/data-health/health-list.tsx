import { Anchor, Stack, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DataHealthItem } from '#contract/visits.ts'
import classes from './data-health.module.css'
import { countWords, type Severity } from './health-words.ts'

const SIGNS = {
  bad: { Icon: IconAlertTriangle, words: 'Affects numbers' },
  notice: { Icon: IconInfoCircle, words: 'Minor gap' },
  good: { Icon: IconCircleCheck, words: 'Passed' },
} as const satisfies Record<Severity, unknown>

/** Checks with what each found; nothing without any. */
export const HealthList = ({ title, items }: { title: string; items: readonly DataHealthItem[] }) =>
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
  const { Icon, words } = SIGNS[severity]
  return (
    <li className={classes.item} data-severity={severity}>
      <span className={classes.sign}>
        <Icon size={20} role="img" aria-label={words} />
      </span>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.effect}>{effect}</p>
      </div>
      <div className={classes.figures}>
        <span>{countWords(item)}</span>
        {path !== null && count > 0 && (
          <Anchor component={Link} to={path} size="sm" aria-label={`Show records: ${title}`}>
            Show records
          </Anchor>
        )}
      </div>
    </li>
  )
}
