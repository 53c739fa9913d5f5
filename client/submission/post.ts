import { endpoints } from '../../shared/paths.ts';
import { answerTimeout, type FieldErrors, type SubmissionAnswer, submissionHeaders } from '../../shared/submission.ts';

/** `status` is 0 without a response; `reference` is set if the submission is stored, `fields` if fields are invalid. */
export type PostResult = {
  readonly status: number;
  readonly reference?: string;
  readonly fields?: FieldErrors;
  readonly error?: unknown;
};

/** Sends one submission. Never rejects. */
export async function post(body: string, key: string, token: string | undefined): Promise<PostResult> {
  let status = 0;
  try {
    const response = await fetch(endpoints.submissions, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [submissionHeaders.idempotencyKey]: key,
        ...(token ? { [submissionHeaders.captchaToken]: token } : {}),
      },
      body,
      signal: AbortSignal.timeout(answerTimeout),
    });
    status = response.status;
    const answer = (await response.json()) as SubmissionAnswer;
    if (response.ok && answer.success)
      return { status, reference: response.headers.get(submissionHeaders.reference) ?? '' };
    return { status, error: answer.error, ...(answer.fields ? { fields: answer.fields } : {}) };
  } catch (error) {
    return { status, error };
  }
}
