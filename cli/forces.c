// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L // open_memstream()

#include "cli/forces.h"
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                 \
    "cycle,what,rope,index,x,y,z,tension_N,bending_Nm,twisting_Nm,force_x_N,force_y_N,force_z_N,other,"      \
    "other_index,normal_N,friction_N,sticks,slid_m,path_m\n"

bool cli_forces_open(cli_forces *forces, const bight_scene *scene, const char *path, int64_t every)
{
    *forces = (cli_forces){.path = path, .every = every, .scene = scene, .seen = -1};
    if (path == NULL) {
        return true;
    }
    forces->out = open_memstream(&forces->text, &forces->length);
    if (forces->out == NULL || fputs(HEAD, forces->out) < 0) {
        cli_say(path, 0, "no memory for its rows");
        return false;
    }
    return true;
}

void cli_forces_close(cli_forces *forces)
{
    if (forces->out != NULL) {
        fclose(forces->out);
    }
    free(forces->text);
    free(forces->contacts);
    *forces = (cli_forces){0};
}

// ---- rows -------------------------------------------------------------------------------------------

// A name as a field: in quotes where it has to be.
static void print_name(FILE *out, const char *name)
{
    if (name == NULL || name[strcspn(name, ",\"\r\n")] == '\0') {
        fputs(name != NULL ? name : "", out);
        return;
    }
    fputc('"', out);
    for (; *name != '\0'; name++) {
        if (*name == '"') {
            fputc('"', out);
        }
        fputc(*name, out);
    }
    fputc('"', out);
}

static void begin_row(const cli_forces *f, const char *what, const char *rope, int32_t index, bight_vec3 at)
{
    fprintf(f->out, "%lld,%s,", (long long)f->seen, what);
    print_name(f->out, rope);
    fprintf(f->out, ",%d,%.9g,%.9g,%.9g,", (int)index, at.x, at.y, at.z);
}

static void print_links(const cli_forces *f, bight_play *play, int32_t rope)
{
    const bight_world *world = bight_play_world(play);
    bight_rope_id id = bight_play_rope(play, rope);
    bight_curve curve = bight_play_curve(play, rope);
    int32_t links = curve.closed ? curve.count : curve.count - 1;
    for (int32_t i = 0; i < links; i++) {
        bight_vec3 a = curve.points[i], b = curve.points[(i + 1) % curve.count];
        bight_vec3 middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)};
        begin_row(f, "link", f->scene->ropes[rope].name, i, middle);
        fprintf(f->out, "%.9g,%.9g,%.9g,,,,,,,,,,\n", bight_rope_tension(world, id, i),
                bight_rope_bending(world, id, i), bight_rope_twist(world, id, i));
    }
}

// The rope's place in the scene, or -1.
static int32_t rope_of(const cli_forces *f, const bight_play *play, bight_rope_id id)
{
    for (int32_t i = 0; i < f->scene->rope_count; i++) {
        bight_rope_id other = bight_play_rope(play, i);
        if (other.index1 == id.index1 && other.generation == id.generation) {
            return i;
        }
    }
    return -1;
}

static const char *rope_name(const cli_forces *f, const bight_play *play, bight_rope_id id)
{
    int32_t rope = rope_of(f, play, id);
    return rope >= 0 ? f->scene->ropes[rope].name : "";
}

static void print_hands(const cli_forces *f, bight_play *play)
{
    const bight_world *world = bight_play_world(play);
    for (int32_t h = 0; h < f->scene->hand_count; h++) {
        bight_hand_state state;
        bight_vec3 force;
        bight_hand_id id = bight_play_hand(play, h);
        if (bight_hand_get(world, id, &state) == BIGHT_OK &&
            bight_hand_force(world, id, &force) == BIGHT_OK) {
            begin_row(f, "hand", rope_name(f, play, state.rope), state.node, state.position);
            fprintf(f->out, ",,,%.9g,%.9g,%.9g,", force.x, force.y, force.z);
            print_name(f->out, f->scene->hands[h]);
            fputs(",,,,,,\n", f->out);
        }
    }
}

static const char *touched(const cli_forces *f, const bight_play *play, const bight_contact_force *contact)
{
    for (int32_t i = 0; i < f->scene->obstacle_count && contact->obstacle.index1 != 0; i++) {
        bight_obstacle_id id = bight_play_obstacle(play, i);
        if (id.index1 == contact->obstacle.index1 && id.generation == contact->obstacle.generation) {
            return f->scene->obstacles[i].name;
        }
    }
    return contact->rope[1].index1 != 0 ? rope_name(f, play, contact->rope[1]) : "cloth";
}

static double length_of(bight_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static void print_contacts(cli_forces *f, bight_play *play)
{
    const bight_world *world = bight_play_world(play);
    int32_t count = bight_world_contact_forces(world, f->contacts, f->capacity);
    if (count > f->capacity) {
        bight_contact_force *grown = realloc(f->contacts, sizeof *grown * 2 * (size_t)count);
        if (grown == NULL) {
            f->failed = true;
            return;
        }
        f->contacts = grown;
        f->capacity = 2 * count;
        bight_world_contact_forces(world, f->contacts, f->capacity);
    }
    for (int32_t i = 0; i < count; i++) {
        const bight_contact_force *c = &f->contacts[i];
        begin_row(f, "contact", rope_name(f, play, c->rope[0]), c->link[0], c->point);
        fprintf(f->out, ",,,%.9g,%.9g,%.9g,", c->pressing * c->normal.x + c->friction.x,
                c->pressing * c->normal.y + c->friction.y, c->pressing * c->normal.z + c->friction.z);
        print_name(f->out, touched(f, play, c));
        fputc(',', f->out);
        if (c->rope[1].index1 != 0) {
            fprintf(f->out, "%d", (int)c->link[1]);
        }
        fprintf(f->out, ",%.9g,%.9g,%d,%.9g,%.9g\n", c->pressing, length_of(c->friction), (int)c->sticks,
                length_of(c->slid), c->path);
    }
}

void cli_forces_see(cli_forces *f, bight_play *play, bool last)
{
    int64_t cycle = bight_play_get_progress(play).cycles;
    if (f->path == NULL || cycle == f->seen || cycle == 0 || !(last || cycle % f->every == 0)) {
        return;
    }
    f->seen = cycle;
    for (int32_t r = 0; r < f->scene->rope_count; r++) {
        bight_rod_state rod;
        if (bight_rope_rod_state(bight_play_world(play), bight_play_rope(play, r), &rod) == BIGHT_OK) {
            print_links(f, play, r);
        }
    }
    print_hands(f, play);
    print_contacts(f, play);
}

bool cli_forces_write(cli_forces *f)
{
    if (f->path == NULL) {
        return true;
    }
    if (f->failed || fflush(f->out) != 0 || ferror(f->out)) {
        cli_say(f->path, 0, "no memory for its rows: give a greater --forces-every");
        return false;
    }
    if (f->length == strlen(HEAD)) {
        cli_say(
            f->path, 0,
            "it has no rows: no rope was an elastic rod (\"model\": \"rod\") in a cycle that was looked at");
    }
    return cli_write_file(f->path, f->text, f->length);
}
