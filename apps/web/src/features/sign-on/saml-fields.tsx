import { Button, FileButton, Stack, Textarea } from '@mantine/core'
import type { SignOn } from '#contract/single-sign-on.ts'
import { CopiedField } from './copied-field.tsx'
import classes from './sign-on.module.css'

interface SamlFieldsProps {
  readonly saml: SignOn['saml']
  readonly isStored: boolean
  readonly metadata: string
  readonly error: string | undefined
  readonly onChange: (metadata: string) => void
}

/** What Cuvee and a SAML provider have to know of each other. */
export const SamlFields = ({ saml, isStored, metadata, error, onChange }: SamlFieldsProps) => (
  <>
    <CopiedField label="Response (ACS) URL, to enter at the provider" value={saml.responseUrl} />
    <CopiedField label="Entity ID (audience), to enter at the provider" value={saml.entityId} />
    <Stack gap="xs">
      <Textarea
        label="Metadata of the provider"
        description={
          isStored
            ? 'Leave it empty to keep what is stored'
            : 'XML that your provider shows or lets you download. Paste it, or choose the file.'
        }
        placeholder="<EntityDescriptor …>"
        required={!isStored}
        rows={5}
        maxLength={200_000}
        spellCheck={false}
        classNames={{ input: classes.metadata }}
        value={metadata}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <FileButton accept=".xml,text/xml,application/xml" onChange={(file) => void file?.text().then(onChange)}>
        {(button) => (
          <Button {...button} variant="default" className={classes.start}>
            Choose file
          </Button>
        )}
      </FileButton>
    </Stack>
  </>
)
