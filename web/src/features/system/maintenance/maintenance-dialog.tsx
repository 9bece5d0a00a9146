import { wibBare } from '@lapak/contract/shared/time-text'
import { notificationMax, type PublishedNotice } from '@lapak/contract/system/maintenance'
import { Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { usePublishMaintenance } from '#features/system/maintenance/maintenance.api.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

interface MaintenanceDialogProps {
  newest: PublishedNotice | undefined
  isWithdrawal: boolean
  onClose: () => void
}

const hourMs = 3_600_000

/** Converts between a time and the text of the field; always in WIB, independently of the device's time zone. */
const typed = (moment: Date) => wibBare(moment).slice(0, 16).replaceAll('/', '-').replace(' ', 'T')
const momentOf = (text: string) => `${text}:00+07:00`

/** The form that publishes a maintenance notice, or revokes the current notice. */
export function MaintenanceDialog({ newest, isWithdrawal, onClose }: MaintenanceDialogProps) {
  const publishing = usePublishMaintenance()
  const { field, form, formProps, busy } = useServerForm({
    initialValues: firstValues(newest),
    validate: {
      text: (text) => (text.trim() === '' ? 'Tulis pengumumannya' : null),
      awal: (awal) => (awal === '' ? 'Isi mulainya' : null),
      akhir: (akhir, { awal }) => (akhir === '' ? 'Isi akhirnya' : akhir <= awal ? 'Harus sesudah mulai' : null),
      reason: reasonError,
    },
    send: ({ text, awal, akhir, jedapesanan, reason }) =>
      publishing.mutateAsync({
        id: Number(newest?.id ?? 0),
        text: isWithdrawal ? '' : text.trim(),
        awal: momentOf(awal),
        akhir: momentOf(akhir),
        jedapesanan: !isWithdrawal && jedapesanan,
        reason: reason.trim(),
      }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={isWithdrawal ? 'Cabut pengumuman' : 'Umumkan pemeliharaan'}
      size={480}
      form={{ formProps, busy }}
      submitLabel={isWithdrawal ? 'Cabut' : 'Umumkan'}
      onClose={onClose}
    >
      {isWithdrawal ? (
        <Text size="sm">{newest?.text}</Text>
      ) : (
        <>
          <Textarea
            label="Pengumuman"
            description="Tampil segera di setiap halaman sampai akhirnya, juga sebelum masuk"
            autosize
            minRows={2}
            maxLength={notificationMax}
            data-autofocus
            {...field('text')}
          />
          <TextInput type="datetime-local" label="Mulai (WIB)" {...field('awal')} />
          <TextInput type="datetime-local" label="Sampai (WIB)" {...field('akhir')} />
          <Checkbox
            label="Hentikan pesanan baru selama itu"
            description="Dari halaman dan lewat API; yang sudah diterima tetap diproses"
            {...form.getInputProps('jedapesanan', { type: 'checkbox' })}
          />
        </>
      )}
      <TextInput label="Alasan" maxLength={300} autoComplete="off" {...field('reason')} />
    </FormDialog>
  )
}

/** The initial values: the current notice if there is one, otherwise a notice for the next hour. */
function firstValues(newest: PublishedNotice | undefined) {
  const now = new Date()
  const there = newest && newest.text !== '' && newest.akhir > now ? newest : undefined
  return {
    text: there?.text ?? '',
    awal: typed(there?.awal ?? now),
    akhir: typed(there?.akhir ?? new Date(now.getTime() + hourMs)),
    jedapesanan: there?.jedapesanan ?? false,
    reason: '',
  }
}
