import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useAccount } from '../account-data.ts'
import { useClientSettings } from '../client-settings.ts'
import { FeedbackModal } from '../feedback/feedback-modal.tsx'
import classes from './frame.module.css'
import { LastUpdated } from './last-updated.tsx'

/** Below every page of the frame: whose it is, which version, where to turn, and how fresh the data is. */
export const FrameFooter = () => {
  const settings = useClientSettings()
  const company = useAccount()?.name ?? settings.companyName
  const [opened, feedback] = useDisclosure(false)
  return (
    <footer className={classes.footer}>
      <span>
        © {new Date().getFullYear()} {company}. All rights reserved. Version {settings.version}
      </span>
      <span className={classes.links}>
        <a href={settings.docsUrl} target="_blank" rel="noopener">
          Documentation
        </a>
        <a href={settings.supportUrl} target="_blank" rel="noopener">
          Support
        </a>
        <UnstyledButton onClick={feedback.open}>Feedback on this page</UnstyledButton>
      </span>
      <LastUpdated />
      <FeedbackModal opened={opened} onClose={feedback.close} />
    </footer>
  )
}
