import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { KeyParams } from '../item-shapes.ts';
import {
  CommentParams,
  MentionableUsers,
  CommentPost,
  CommentPut,
  Comments,
  CommentSaved,
  Mentioned,
  MentionsSeen,
  UserSearch,
} from './schema.ts';
import type { CommentService } from './service.ts';

const tags = ['Dashboard'];
const read = { permission: 'can_read Dashboard' } as const;

/** `/dashboard/{key}/comments` and `/comment/mentions`: what is said about dashboards, and to whom. */
export function commentRoutes(comments: CommentService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/dashboard/:key/comments', {
      config: read,
      schema: {
        summary: 'Comments on a dashboard',
        tags,
        params: KeyParams,
        response: { 200: Comments, ...errorResponses },
      },
      handler: async (request) => ({ result: [...(await comments.list(request.principal, request.params.key))] }),
    });

    app.post('/dashboard/:key/comments', {
      config: read,
      schema: {
        summary: 'Comment on a dashboard or a chart of it',
        tags,
        params: KeyParams,
        body: CommentPost,
        response: { 201: CommentSaved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const result = await comments.add(request.principal, request.params.key, request.body);
        return reply.code(201).send({ id: result.id, result });
      },
    });

    app.get('/dashboard/:key/comments/people', {
      config: read,
      schema: {
        summary: 'Whom a comment on a dashboard may name',
        tags,
        params: KeyParams,
        querystring: UserSearch,
        response: { 200: MentionableUsers, ...errorResponses },
      },
      handler: async (request) => ({
        result: [...(await comments.people(request.principal, request.params.key, request.query.search ?? ''))],
      }),
    });

    oneCommentRoutes(app, comments);

    app.get('/comment/mentions', {
      config: { permission: 'signed_in' },
      schema: {
        summary: 'Comments that name the person who asks',
        tags,
        response: { 200: Mentioned, ...errorResponses },
      },
      handler: async (request) => ({ result: [...(await comments.mentions(request.principal))] }),
    });

    app.post('/comment/mentions/seen', {
      config: { permission: 'signed_in' },
      schema: {
        summary: 'Say that comments were seen',
        tags,
        body: MentionsSeen,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await comments.see(request.principal, request.body.ids);
        return { message: 'OK' };
      },
    });
  };
}

function oneCommentRoutes(app: App, comments: CommentService): void {
  app.put('/dashboard/:key/comments/:comment', {
    config: read,
    schema: {
      summary: 'Change or resolve a comment',
      tags,
      params: CommentParams,
      body: CommentPut,
      response: { 200: CommentSaved, ...errorResponses },
    },
    handler: async (request) => {
      const { key, comment } = request.params;
      const result = await comments.change(request.principal, key, comment, request.body);
      return { id: result.id, result };
    },
  });

  app.delete('/dashboard/:key/comments/:comment', {
    config: read,
    schema: {
      summary: 'Delete a comment with the answers to it',
      tags,
      params: CommentParams,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      await comments.remove(request.principal, request.params.key, request.params.comment);
      return { message: 'OK' };
    },
  });
}
