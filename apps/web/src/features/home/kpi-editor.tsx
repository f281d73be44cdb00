import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HomeMeasure } from '#contract/home.ts'
import { DEFAULT_HOME_KPIS, type HomeKpi } from '#domain/home.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormFailure, QueryContent } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import classes from './home.module.css'
import { measureGroups, measureKey, ORDER_CHOICES, ordersChoice, withMeasure, withOrders } from './kpi-choice.ts'
import { useRefreshHome } from './use-home-data.ts'

interface CardFieldsProps {
  readonly index: number
  readonly kpi: HomeKpi
  readonly measures: readonly HomeMeasure[]
  readonly error: string | undefined
  readonly onChange: (kpi: HomeKpi) => void
}

const CardFields = ({ index, kpi, measures, error, onChange }: CardFieldsProps) => {
  const chosen = measures.find((one) => measureKey(one) === measureKey(kpi))
  const choose = (key: string | null): void => {
    const found = measures.find((one) => measureKey(one) === key)
    if (found) onChange(withMeasure(kpi, found))
  }
  return (
    <div className={classes.fields}>
      <Select
        label={`Number ${index + 1}`}
        description={chosen?.description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={measureGroups(measures)}
        value={measureKey(kpi)}
        error={error}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matches"
        onChange={choose}
      />
      {chosen?.isOfOrders ? (
        <Select
          label="Orders"
          aria-label={`Orders of number ${index + 1}`}
          data={[...ORDER_CHOICES]}
          value={ordersChoice(kpi)}
          allowDeselect={false}
          onChange={(orders) => onChange(withOrders(kpi, orders ?? ''))}
        />
      ) : null}
    </div>
  )
}

interface FormProps {
  readonly saved: { readonly kpis: readonly HomeKpi[]; readonly measures: readonly HomeMeasure[] }
  readonly onClose: () => void
}

const KpiForm = ({ saved: { kpis: savedKpis, measures }, onClose }: FormProps) => {
  const { queries, queryClient } = useRuntime()
  const refreshHome = useRefreshHome()
  const [kpis, setKpis] = useState(savedKpis)
  const save = useMutation(
    queries.home.saveKpis.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: queries.home.kpis.key() })
        void refreshHome()
        toast.success('Key numbers saved')
        onClose()
      },
    }),
  )
  const errors = fieldMessages(save.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ kpis: kpis.map((kpi) => ({ ...kpi })) })
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          Everyone in your account sees these numbers.
        </Text>
        {kpis.map((kpi, index) => (
          <CardFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a card
            key={index}
            index={index}
            kpi={kpi}
            measures={measures}
            error={errors[`kpis[${index}].measure`]}
            onChange={(changed) => setKpis(kpis.map((one, at) => (at === index ? changed : one)))}
          />
        ))}
        <FormFailure message={generalMessage(save.error)} />
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => setKpis(DEFAULT_HOME_KPIS)}>
            Use defaults
          </Button>
          <DialogButtons confirm="Save numbers" isBusy={save.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

/** Chooses the account's key numbers. */
export const KpiEditor = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { queries } = useRuntime()
  const saved = useQuery(queries.home.kpis.queryOptions({ enabled: isOpen }))
  return (
    <Modal opened={isOpen} onClose={onClose} title="Choose key numbers" size="lg">
      <QueryContent query={saved} height={360}>
        {(data) => <KpiForm saved={data} onClose={onClose} />}
      </QueryContent>
    </Modal>
  )
}
