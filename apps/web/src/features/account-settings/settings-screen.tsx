import { Skeleton, Stack } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Account, DefinitionChoice, Location } from '#contract/account.ts'
import { Heading } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The account settings screen. */
export const SettingsScreen = () => {
  const { queries } = useRuntime()
  const account = useQuery(queries.account.get.queryOptions())
  const location = useQuery(queries.account.location.queryOptions())
  const definitions = useQuery(queries.account.definitions.queryOptions())
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <Heading title="Settings">These settings apply to everyone in this account.</Heading>
      <LoadedSettings {...{ account, location, definitions }} />
    </Stack>
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
