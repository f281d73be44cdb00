import { Badge, Button, Group, Modal, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { Service, ServiceType } from '#contract/services.ts'
import { maxLengthRule, requiredRule } from '#domain/field-rules.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { LoadFailure } from './load-failure.tsx'
import { useAddService } from './use-service-changes.ts'

interface AddServiceDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onAdded: (service: Service) => void
}

/** Chooses what to connect and names it. */
export const AddServiceDialog = ({ opened, onClose, onAdded }: AddServiceDialogProps) => {
  const { queries } = useRuntime()
  const types = useQuery(queries.services.types.queryOptions({ enabled: opened }))
  return (
    <Modal opened={opened} onClose={onClose} title="Add service" size="lg">
      {types.isPending && <Skeleton h={160} />}
      {types.error && <LoadFailure error={types.error} onRetry={() => types.refetch()} />}
      {types.data && <AddServiceForm types={types.data} onClose={onClose} onAdded={onAdded} />}
    </Modal>
  )
}

const checkName = (value: string): string | null => requiredRule(value.trim()) ?? maxLengthRule(100)(value.trim())

interface AddServiceFormProps {
  readonly types: readonly ServiceType[]
  readonly onClose: () => void
  readonly onAdded: (service: Service) => void
}

const AddServiceForm = ({ types, onClose, onAdded }: AddServiceFormProps) => {
  const add = useAddService(onAdded)
  const form = useForm({
    initialValues: { type: '', name: '' },
    validate: { type: requiredRule, name: checkName },
  })
  const choose = (type: string) => {
    form.setFieldValue('type', type)
    const title = types.find((known) => known.type === type)?.title
    if (title && (form.values.name === '' || !form.isTouched('name'))) form.setFieldValue('name', title)
  }
  return (
    <form onSubmit={form.onSubmit(({ type, name }) => add.mutate({ type, name: name.trim() }))} noValidate>
      <Stack>
        <Radio.Group
          label="What do you want to connect?"
          value={form.values.type}
          onChange={choose}
          error={form.errors.type}
        >
          <Stack gap="xs" mt="xs">
            {types.map((type) => (
              <TypeChoice key={type.type} type={type} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const TypeChoice = ({ type: { type, title, description, available } }: { type: ServiceType }) => (
  <Radio
    value={type}
    disabled={!available}
    label={
      <Group gap="xs" component="span">
        {title}
        {!available && (
          <Badge variant="default" tt="none" fw={500} component="span">
            Not available yet
          </Badge>
        )}
      </Group>
    }
    description={
      <Text component="span" size="sm">
        {description}
      </Text>
    }
  />
)
