import { Alert } from '@mantine/core'

/** What the server said against a form, where it is about no single field. */
export const FormFailure = ({ message }: { message: string | null }) =>
  message && (
    <Alert color="red" variant="light" role="alert" c="var(--cuvee-bad)">
      {message}
    </Alert>
  )
