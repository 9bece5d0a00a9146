import { type Review, reviewLengthMax } from '@lapak/contract/selling/reviews'
import { Textarea } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { useWriteReview } from '#features/selling/reviews/reviews.api.ts'
import classes from '#features/selling/reviews/stars-field.module.css'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

interface ReviewDialogProps {
  sellerid: bigint
  sellername: string
  /** The buyer's review to change; undefined writes a new review. */
  review: Review | undefined
  onClose: () => void
  onWritten: () => void
}

/** The form for the buyer's review of a seller. A buyer can write only one review per seller. */
export function ReviewDialog({ sellerid, sellername, review, onClose, onWritten }: ReviewDialogProps) {
  const write = useWriteReview(() => {
    onWritten()
    onClose()
  })
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { bintang: review?.bintang ?? 0, comment: review?.comment ?? '' },
    send: ({ bintang, comment }) => write.mutateAsync({ bintang, comment: comment.trim(), memberid: Number(sellerid) }),
  })
  const { bintang, comment } = form.values
  useConfirmLeave(unsent && !write.isSuccess, 'Ulasan ini belum dikirim. Tutup dan buang isiannya?')

  return (
    <FormDialog
      title={review ? 'Ubah ulasan' : 'Tulis ulasan'}
      form={{ formProps, busy }}
      ignoreClickOutside
      submitLabel="Kirim"
      canSubmit={!(bintang === 0 || comment.trim() === '')}
      onClose={onClose}
    >
      <StarsField value={bintang} onChange={(stars) => form.setFieldValue('bintang', stars)} />
      <Textarea
        label="Ulasan"
        description={`Pengalaman Anda dengan ${sellername}. Satu ulasan per pembeli; yang baru menggantikan yang lama.`}
        size="md"
        autosize
        minRows={4}
        maxRows={10}
        maxLength={reviewLengthMax}
        {...field('comment')}
      />
    </FormDialog>
  )
}

const words = ['Buruk', 'Kurang', 'Cukup', 'Baik', 'Sangat baik']

/** A field for one to five stars, selected by tap or by arrow keys as in any radio group. */
function StarsField({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>Bintang</legend>
      <div className={classes.row}>
        {words.map((word, index) => {
          const stars = index + 1
          return (
            <label key={word} className={classes.star} data-on={stars <= value || undefined}>
              <input
                type="radio"
                name="bintang"
                value={stars}
                checked={stars === value}
                aria-label={`${stars} bintang, ${word}`}
                data-autofocus={stars === Math.max(value, 1) || undefined}
                onChange={() => onChange(stars)}
              />
              <IconStarFilled size={32} aria-hidden />
            </label>
          )
        })}
        <span className={classes.word}>{words[value - 1] ?? 'Pilih bintang'}</span>
      </div>
    </fieldset>
  )
}
