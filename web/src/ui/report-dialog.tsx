import { Radio, Stack, Textarea, type TextareaProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

interface ReportDialogProps<Reason extends string> {
  title: string
  /** What its button says. */
  does?: string
  /** Their words, by which one chooses. */
  reasons: Record<Reason, string>
  /** What is known before, above the choice. */
  before?: ReactNode
  /** What becomes of it, below all. */
  after?: ReactNode
  /** The field for the own words. */
  words: Pick<TextareaProps, 'label' | 'description' | 'minRows' | 'maxLength'>
  /** A choice alone says too little. */
  wordsNeeded?: boolean
  send: (details: { reason: Reason; msg: string }) => Promise<unknown>
  onClose: () => void
}

/** What is wrong with something, chosen and in own words. */
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
