import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { SignOnDomain } from '#contract/single-sign-on.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { CopiedField } from './copied-field.tsx'
import classes from './sign-on.module.css'
import type { SignOnChanges } from './use-sign-on-changes.ts'

interface DomainListProps {
  readonly domains: readonly SignOnDomain[]
  readonly changes: SignOnChanges
}

/** The email domains whose people may sign in, with the records that prove them. */
export const DomainList = ({ domains, changes }: DomainListProps) => {
  const { addDomain } = changes
  const [domain, setDomain] = useState('')
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    addDomain.mutate({ domain }, { onSuccess: () => setDomain('') })
  }
  return (
    <Stack gap="md">
      {domains.length === 0 && (
        <Text size="sm" c="dimmed">
          No domains yet. Add the part after the @ of your people’s email addresses.
        </Text>
      )}
      {domains.map((one) => (
        <DomainItem key={one.domain} domain={one} changes={changes} />
      ))}
      <form onSubmit={handleSubmit} noValidate className={classes.copied}>
        <TextInput
          label="Domain"
          placeholder="winery.com"
          maxLength={253}
          className={classes.field}
          value={domain}
          error={addDomain.error && firstMessage(addDomain.error)}
          onChange={({ currentTarget }) => setDomain(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={addDomain.isPending}>
          Add domain
        </Button>
      </form>
    </Stack>
  )
}

interface DomainItemProps {
  readonly domain: SignOnDomain
  readonly changes: SignOnChanges
}

const DomainItem = ({ domain: { domain, record, provedDateUtc }, changes }: DomainItemProps) => {
  const { checkDomain, removeDomain } = changes
  const isChecked = checkDomain.variables?.domain === domain
  return (
    <section className={classes.domain} aria-label={domain}>
      <div className={classes.head}>
        <Group gap="xs">
          <Text size="sm" fw={500} className={classes.name}>
            {domain}
          </Text>
          <Badge variant="light" color={provedDateUtc === null ? 'gray' : 'green'}>
            {provedDateUtc === null ? 'Not verified' : 'Verified'}
          </Badge>
        </Group>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Remove ${domain}`}
          loading={removeDomain.isPending && removeDomain.variables === domain}
          onClick={() =>
            askToConfirm({
              title: `Remove ${domain}?`,
              text: 'Its people can no longer use single sign-on. They sign in with a password.',
              confirm: 'Remove domain',
              onConfirm: () => removeDomain.mutate(domain),
            })
          }
        >
          Remove
        </Button>
      </div>
      {provedDateUtc === null && (
        <Stack gap="sm">
          <Text size="sm">Add this TXT record where your domain is managed, then check it.</Text>
          <CopiedField label="Name of the TXT record" value={record.name} />
          <CopiedField label="Value of the TXT record" value={record.value} />
          <FormFailure message={isChecked && checkDomain.error ? firstMessage(checkDomain.error) : null} />
          <Button
            variant="default"
            className={classes.start}
            loading={isChecked && checkDomain.isPending}
            onClick={() => checkDomain.mutate({ domain })}
          >
            Check record
          </Button>
        </Stack>
      )}
    </section>
  )
}
