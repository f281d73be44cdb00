import { Button, Group, Input, Modal, Rating, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { countOf } from '#domain/text.ts'
import { fieldMessages, firstMessage } from '../../api/api-error.ts'
import { useCurrentUser } from '../current-user.ts'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'

/** Collects feedback on the current page. Input is kept if sending fails, and if the dialog is dismissed. */
export const FeedbackModal = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { queries } = useRuntime()
  const route = useLocation({ select: ({ pathname }) => pathname })
  const email = useCurrentUser()?.email ?? 'no-email'
  const form = useForm({ initialValues: { rating: 0, comments: '' } })
  const closeAndClear = () => {
    onClose()
    form.reset()
  }
  const send = useMutation(
    queries.feedback.send.mutationOptions({
      onSuccess: () => {
        toast.success('Thanks for your feedback')
        closeAndClear()
      },
      onError: (error) => {
        form.setErrors(fieldMessages(error))
        toast.failure(firstMessage(error, error.message))
      },
    }),
  )
  return (
    <Modal opened={opened} onClose={onClose} title="How could we improve this page?">
      <form onSubmit={form.onSubmit((values) => send.mutate({ route, email, ...values }))}>
        <Stack>
          <Input.Wrapper label="Rate this page" labelElement="div">
            <Rating
              size="lg"
              count={5}
              getSymbolLabel={(value) => countOf(value, 'star')}
              {...form.getInputProps('rating')}
            />
          </Input.Wrapper>
          <Textarea
            label="Your feedback"
            autosize
            minRows={4}
            maxRows={12}
            maxLength={10_000}
            {...form.getInputProps('comments')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={closeAndClear}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending}>
              Submit
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
