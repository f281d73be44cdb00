import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ExplainRequest } from '#contract/reports.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './number-passport.module.css'
import { PassportFacts } from './passport-facts.tsx'
import { PassportRecords } from './passport-records.tsx'
import { PassportFailure, PassportWaiting } from './passport-states.tsx'

interface NumberPassportProps {
  /** the number asked about; null: none */
  readonly request: ExplainRequest | null
  readonly onClose: () => void
}

/** Where a number comes from: what it means, what it is made of, its records, and the proof that they add up to it. */
export const NumberPassport = ({ request, onClose }: NumberPassportProps) => (
  <Drawer
    opened={request !== null}
    onClose={onClose}
    position="right"
    size="min(680px, 100vw)"
    title="How this number is calculated"
  >
    {request === null ? null : <LoadedPassport key={JSON.stringify(request)} request={request} />}
  </Drawer>
)

const LoadedPassport = ({ request }: { request: ExplainRequest }) => {
  const { queries } = useRuntime()
  const passport = useQuery(queries.reports.explain.queryOptions({ input: request, staleTime: 0 }))
  return (
    <div className={classes.passport}>
      {passport.data ? <PassportFacts passport={passport.data} /> : null}
      {passport.isPending ? <PassportWaiting /> : null}
      {passport.isError ? <PassportFailure error={passport.error} onRetry={() => void passport.refetch()} /> : null}
      {passport.data ? <PassportRecords request={request} format={passport.data.format} /> : null}
    </div>
  )
}
