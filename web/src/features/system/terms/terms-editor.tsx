import { termsContent, termsLengthMax } from '@lapak/contract/system/terms'
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publishTerms } from '#features/system/terms/terms.api.ts'
import { TermsText } from '#features/system/terms/terms-text.tsx'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Card } from '#ui/card.tsx'
import { isConfirmed } from '#ui/confirm.tsx'
import { showSuccess } from '#ui/snackbar.ts'

const question = 'Semua member harus menyetujui versi baru ini sebelum dapat memakai Lapak lagi. Terbitkan sekarang?'

/** The editor for a new version of the terms, prefilled with the text in force. */
export function TermsEditor({ current }: { current: string }) {
  const queries = useQueryClient()
  const [view, setView] = useState('tulis')
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { content: current },
    validate: { content: (content) => termsContent.safeParse(content).error?.issues[0]?.message ?? null },
    onValidationError: () => setView('tulis'),
    beforeSend: () => isConfirmed({ question }),
    send: ({ content }) => publishTerms(content.trim()),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      return queries.invalidateQueries({ queryKey: ['terms'] })
    },
  })
  const { content } = form.values
  const changed = content.trim() !== current.trim()
  useConfirmLeave(changed && unsent, 'Versi baru belum diterbitkan. Tinggalkan halaman ini?')

  return (
    <form {...formProps}>
      <Stack gap="md">
        <SegmentedControl
          value={view}
          onChange={setView}
          data={[
            { value: 'tulis', label: 'Tulis' },
            { value: 'pratinjau', label: 'Pratinjau' },
          ]}
        />
        {view === 'tulis' ? (
          <Textarea
            label="Isi syarat dan ketentuan"
            description="Satu baris satu paragraf. Awali judul dengan “# ” dan butir daftar dengan “- ”."
            autosize
            minRows={12}
            maxRows={24}
            maxLength={termsLengthMax}
            {...field('content')}
          />
        ) : (
          <Card component="section" look="inset" aria-label="Pratinjau">
            <TermsText content={content} headingOrder={3} />
          </Card>
        )}
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {changed ? 'Ada perubahan yang belum diterbitkan.' : 'Belum ada perubahan dari versi yang berlaku.'}
          </Text>
          <Group gap="sm">
            {changed && (
              <Button variant="default" disabled={busy} onClick={() => form.reset()}>
                Kembalikan
              </Button>
            )}
            <Button type="submit" disabled={!changed} loading={busy}>
              Terbitkan versi baru
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
