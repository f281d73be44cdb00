import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { QueryContent } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthPanel } from '#web/features/auth/auth-panel.tsx'
import { RecoveryCodes } from './factor-sections.tsx'
import { FactorSections } from './security-screen.tsx'
import { useFactorChanges } from './use-factor-changes.ts'

/** Sets up the second factor that the account requires; nothing else works before. */
export const SetupScreen = () => {
  const { queries, queryClient, session } = useRuntime()
  const navigate = useNavigate()
  const query = useQuery(queries.secondFactor.get.queryOptions())
  const changes = useFactorChanges()
  const open = async (): Promise<void> => {
    queryClient.clear()
    await navigate({ to: '/', replace: true })
  }
  return (
    <AuthPanel title="Set up two-step verification" text="Your account requires it for everyone.">
      {changes.recoveryCodes ? (
        <RecoveryCodes codes={changes.recoveryCodes} onDone={() => void open()} />
      ) : (
        <QueryContent query={query} height={320}>
          {(factors) => (
            <Stack>
              <FactorSections factors={factors} changes={changes} />
              {(factors.passkeys.length > 0 || factors.authenticatorSinceUtc !== null) && (
                <Button onClick={() => void open()}>Continue</Button>
              )}
            </Stack>
          )}
        </QueryContent>
      )}
      <Button variant="subtle" onClick={() => session.end('signed-out')}>
        Sign out
      </Button>
    </AuthPanel>
  )
}
