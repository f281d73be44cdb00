import { Skeleton, Text, Title } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Account, DefinitionChoice, Location } from '#contract/account.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'

/** What the account is called, where it is, and how its numbers are counted and written. */
export const SettingsScreen = () => {
  const { queries } = useRuntime()
  // What is being changed must not be replaced under somebody's hands.
  const atRest = { refetchOnWindowFocus: false }
  const account = useQuery(queries.account.get.queryOptions(atRest))
  const location = useQuery(queries.account.location.queryOptions(atRest))
  const definitions = useQuery(queries.account.definitions.queryOptions(atRest))
  return (
    <div className={classes.screen}>
      <div>
        <Title order={1}>Settings</Title>
        <Text c="dimmed" size="sm">
          What holds for everyone in this account.
        </Text>
      </div>
      <LoadedSettings {...{ account, location, definitions }} />
    </div>
  )
}

interface LoadedSettingsProps {
  readonly account: UseQueryResult<Account>
  readonly location: UseQueryResult<Location>
  readonly definitions: UseQueryResult<DefinitionChoice[]>
}

const LoadedSettings = ({ account, location, definitions }: LoadedSettingsProps) => {
  if (account.data && location.data) {
    return <SettingsForm account={account.data} location={location.data} definitions={definitions} />
  }
  const error = account.error ?? location.error
  if (error === null) return <Skeleton h={480} />
  const retry = (): void => {
    for (const query of [account, location]) void query.refetch()
  }
  return <LoadFailure error={error} onRetry={retry} />
}
