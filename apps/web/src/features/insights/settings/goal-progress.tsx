import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './settings.module.css'

/** Most recent insights on goals. */
const MOST_SHOWN = 20

/** Progress of the current goals, from their insights. */
export const GoalProgress = () => {
  const { queries } = useRuntime()
  const { data } = useQuery(
    queries.insights.list.queryOptions({
      input: { kind: 'goalPace', dismissed: 'false', page: 1, pageSize: MOST_SHOWN },
    }),
  )
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Progress toward goals">
      <h3 className={classes.paceTitle}>Progress</h3>
      <ul className={classes.pace}>
        {data.items.map(({ insightId: id, title, summary }) => (
          <li key={id}>
            <Anchor
              size="sm"
              underline="always"
              renderRoot={(props) => <Link to="/ai/insights/$id" params={{ id }} {...props} />}
            >
              {title}
            </Anchor>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
