import { Radio, Stack, Textarea, type TextareaProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

interface ReportDialogProps<Reason extends string> {
  title: string
  /** The label of the submit button. */
  submitLabel?: string
  /** The labels of the reasons. */
  reasons: Record<Reason, string>
  /** Content above the choice of the reason. */
  contentAbove?: ReactNode
  /** Content below all fields. */
  contentBelow?: ReactNode
  /** Props of the field for the description. */
  descriptionProps: Pick<TextareaProps, 'label' | 'description' | 'minRows' | 'maxLength'>
  /** Whether a description is required in addition to the selected reason. */
  descriptionRequired?: boolean
  send: (details: { reason: Reason; msg: string }) => Promise<unknown>
  onClose: () => void
}

/** The dialog for a report: a selected reason and a description. */
export function ReportDialog<Reason extends string>({
  title,
  submitLabel = 'Kirim laporan',
  reasons,
  contentAbove,
  contentBelow,
  descriptionProps,
  descriptionRequired = false,
  send,
  onClose,
}: ReportDialogProps<Reason>) {
  const form = useServerForm({
    initialValues: { reason: '', msg: '' },
    validate: {
      reason: (reason) => (reason ? null : 'Pilih masalahnya'),
      msg: (msg) => (descriptionRequired ? reasonError(msg) : null),
    },
    send: ({ reason, msg }) => send({ reason: reason as Reason, msg: msg.trim() }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={title}
      size={420}
      form={form}
      confirmDiscard={{ unsent: form.unsent, question: 'Laporan belum dikirim. Tutup dan buang isiannya?' }}
      submitLabel={submitLabel}
      cancelLabel="Tutup"
      onClose={onClose}
    >
      {contentAbove}
      <Radio.Group label="Masalahnya" {...form.field('reason')}>
        <Stack gap="xs" mt={4}>
          {Object.entries<string>(reasons).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea autosize {...descriptionProps} {...form.field('msg')} />
      {contentBelow}
    </FormDialog>
  )
}
