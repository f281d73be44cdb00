import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useAccount, useClientSettings } from '../account-data.ts'
import { formatRefreshTime } from '../format.ts'
import { useRuntime } from '../runtime.tsx'
import classes from './frame.module.css'

/** When the account's data was last refreshed. */
const LastUpdated = () => {
  const { queries } = useRuntime()
  const account = useAccount()
  const { data, error } = useQuery(queries.system.setting.queryOptions({ input: { key: 'DataRefreshTimeUtc' } }))
  useEffect(() => {
    if (error) console.error('The time of the last refresh could not be loaded', error)
  }, [error])
  const isKnown = account !== null && (data !== undefined || error !== null)
  return (
    <span className="numbers">
      {isKnown && <>Last updated: {formatRefreshTime(data?.value ?? null, account.timeZone)}</>}
    </span>
  )
}

const FeedbackModal = lazy(async () => ({ default: (await import('../feedback/feedback-modal.tsx')).FeedbackModal }))

/** The footer: copyright, version, links, and when data was last refreshed. */
export const FrameFooter = () => {
  const settings = useClientSettings()
  const [opened, feedback] = useDisclosure(false)
  // Loaded on first use, then kept mounted so that it can close with its transition.
  const [isRequested, setAsked] = useState(false)
  const openFeedback = () => {
    setAsked(true)
    feedback.open()
  }
  return (
    <footer className={classes.footer}>
      <span>
        © {new Date().getFullYear()} {settings.companyName}. All rights reserved. Version {settings.version}
      </span>
      <span className={classes.links}>
        <a href={settings.docsUrl} target="_blank" rel="noopener">
          Documentation
        </a>
        <a href={settings.supportUrl} target="_blank" rel="noopener">
          Support
        </a>
        <UnstyledButton onClick={openFeedback}>Feedback on this page</UnstyledButton>
      </span>
      <LastUpdated />
      <Suspense>{isRequested && <FeedbackModal opened={opened} onClose={feedback.close} />}</Suspense>
    </footer>
  )
}
