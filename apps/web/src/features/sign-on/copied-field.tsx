import { Button, CopyButton, TextInput } from '@mantine/core'
import classes from './sign-on.module.css'

/** A value to copy into another system. */
export const CopiedField = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className={classes.copied}>
    <TextInput
      label={label}
      readOnly
      className={classes.field}
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" aria-label={`Copy ${label}`} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </div>
)
