import { Radio, Stack, Textarea, type TextareaProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

interface ReportDialogProps<Reason extends string> {
  title: string
  /** The label of the submit button. */
  does?: string
  /** The labels of the reasons. */
  reasons: Record<Reason, string>
  /** Content above the choice of the reason. */
  before?: ReactNode
  /** Content below all fields. */
  after?: ReactNode
  /** Props of the field for the description. */
  words: Pick<TextareaProps, 'label' | 'description' | 'minRows' | 'maxLength'>
  /** Whether a description is required in addition to the selected reason. */
  wordsNeeded?: boolean
  send: (details: { reason: Reason; msg: string }) => Promise<unknown>
  onClose: () => void
}

/** The dialog for a report: a selected reason and a description. */
export function ReportDialog<Reason extends string>({
  title,
  does = 'Kirim laporan',
  reasons,
  before,
  after,
  words,
  wordsNeeded = false,
  send,
  onClose,
}: ReportDialogProps<Reason>) {
  const form = useServerForm({
    initialValues: { reason: '', msg: '' },
    validate: {
      reason: (reason) => (reason ? null : 'Pilih masalahnya'),
      msg: (msg) => (wordsNeeded ? reasonError(msg) : null),
    },
    send: ({ reason, msg }) => send({ reason: reason as Reason, msg: msg.trim() }),
    onSent: onClose,
  })
  return (
    <FormDialog
      title={title}
      size={420}
      of={form}
      loses={{ unsent: form.unsent, question: 'Laporan belum dikirim. Tutup dan buang isiannya?' }}
      does={does}
      closes="Tutup"
      onClose={onClose}
    >
      {before}
      <Radio.Group label="Masalahnya" {...form.field('reason')}>
        <Stack gap="xs" mt={4}>
          {Object.entries<string>(reasons).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea autosize {...words} {...form.field('msg')} />
      {after}
    </FormDialog>
  )
}
