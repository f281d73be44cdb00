import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Service } from '#contract/services.ts'
import { formatCount } from '#web/app/format.ts'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { intervalLabel } from '../connect/connect-rules.ts'
import classes from './service-state.module.css'
import { hasPlatform, isWorking } from './service-state.ts'

interface SyncFactsProps {
  readonly service: Service
  /** also shows the sync interval */
  readonly showsInterval?: boolean
}

/** A service's last and next sync, and its quarantined records. */
export const SyncFacts = ({ service, showsInterval = false }: SyncFactsProps) => {
  const { lastSyncUtc } = service
  return (
    <dl className={classes.facts}>
      <Fact name={hasPlatform(service) ? 'Last sync' : 'Last load'}>
        {lastSyncUtc === null ? 'never' : <RelativeTime instant={lastSyncUtc} />}
      </Fact>
      {hasPlatform(service) && !isWorking(service) && <Fact name="Next">{nextSyncText(service)}</Fact>}
      {hasPlatform(service) && showsInterval && <Fact name="Interval">{intervalLabel(service.syncEveryMinutes)}</Fact>}
      {service.setAside > 0 && (
        <Fact name="Skipped">
          <QuarantinedRecordsLink service={service} />
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const nextSyncText = ({ nextSyncUtc, syncEveryMinutes }: Service): ReactNode => {
  if (nextSyncUtc !== null) return <RelativeTime instant={nextSyncUtc} isFuture />
  return syncEveryMinutes === null ? intervalLabel(null).toLowerCase() : 'paused'
}

const QuarantinedRecordsLink = ({ service: { id, setAside } }: { service: Service }) => (
  <Anchor component={Link} to={`/admin/services/${id}/set-aside`} size="sm">
    {setAside === 1 ? '1 record' : `${formatCount(setAside)} records`}
  </Anchor>
)
