import { IconAlertCircle } from '@tabler/icons-react'
import { Notice } from './notice.tsx'

/** What the server said against a form, where it is about no single field. */
export const FormFailure = ({ message }: { message: string | null }) =>
  message && (
    <Notice tone="bad" role="alert" icon={<IconAlertCircle size={18} aria-hidden />}>
      {message}
    </Notice>
  )
