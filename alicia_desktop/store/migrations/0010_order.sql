-- Version 10: every answer stands under its question, also where several questions had been queued before the first
-- answer came. Conversations in which one does not are numbered anew; all others keep their numbers. Frozen: a change is
-- a new numbered step.

UPDATE alicia_messages SET sequence_number = placed.number
FROM (
  SELECT pk, row_number() OVER (
    PARTITION BY conversation_id ORDER BY place, answers, sequence_number, pk
  ) AS number
  FROM (
    SELECT said.pk, said.conversation_id, said.sequence_number,
      coalesce(question.sequence_number, said.sequence_number) AS place, question.pk IS NOT NULL AS answers
    FROM alicia_messages AS said
    LEFT JOIN alicia_messages AS question ON question.id = said.previous_id AND said.message_role = 'assistant'
      AND question.message_role = 'user' AND question.conversation_id = said.conversation_id
      AND question.sequence_number < said.sequence_number
  )
  WHERE conversation_id IN (
    SELECT answer.conversation_id FROM alicia_messages AS answer
    JOIN alicia_messages AS question ON question.id = answer.previous_id AND answer.message_role = 'assistant'
      AND question.message_role = 'user' AND question.conversation_id = answer.conversation_id
    WHERE EXISTS (
      SELECT 1 FROM alicia_messages AS other WHERE other.conversation_id = answer.conversation_id
        AND other.sequence_number > question.sequence_number AND other.sequence_number < answer.sequence_number
        AND NOT (other.message_role = 'assistant' AND other.previous_id IS question.id)
    )
  )
) AS placed
WHERE placed.pk = alicia_messages.pk AND placed.number <> sequence_number;
