import { termsCalls } from '@lapak/contract/terms'
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publishTerms } from '#features/terms/terms.api.ts'
import { TermsText } from '#features/terms/terms-text.tsx'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { Card } from '#ui/card.tsx'
import { confirmFirst } from '#ui/confirm.tsx'
import { sayDone } from '#ui/snackbar.ts'

const question = 'Semua member harus menyetujui versi baru ini sebelum dapat memakai Lapak lagi. Terbitkan sekarang?'

/** A new version, begun from the text that is in force. */
export function TermsEditor({ current }: { current: string }) {
  const queries = useQueryClient()
  const [content, setContent] = useState(current)
  const [view, setView] = useState('tulis')
  const [error, setError] = useState<string>()
  const changed = content.trim() !== current.trim()
  const publish = useMutation({
    mutationFn: publishTerms,
    onSuccess: async ({ msg }) => {
      sayDone(msg)
      await queries.invalidateQueries({ queryKey: ['terms'] })
    },
  })
  useAskBeforeLeaving(changed && !publish.isPending && !publish.isSuccess, 'Versi baru belum diterbitkan. Tinggalkan halaman ini?')

  function ask() {
    const checked = termsCalls.publish.body.safeParse({ content })
    setError(checked.error?.issues[0]?.message)
    if (checked.success) confirmFirst({ question, onYes: () => publish.mutate(checked.data.content) })
    else setView('tulis')
  }

  return (
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
          maxLength={100_000}
          value={content}
          error={error}
          onChange={(event) => setContent(event.currentTarget.value)}
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
            <Button variant="default" disabled={publish.isPending} onClick={() => setContent(current)}>
              Kembalikan
            </Button>
          )}
          <Button disabled={!changed} loading={publish.isPending} onClick={ask}>
            Terbitkan versi baru
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
