/* The head of an AppImage of type 2: mounts the SquashFS that stands behind it in the same file, and runs its AppRun.

   Where FUSE is missing, as in a container, or with --appimage-extract-and-run, the files are unpacked once into the
   user's cache and run from there. Options and environment are those of the AppImage specification:
   https://github.com/AppImage/AppImageSpec. It is linked statically against libfuse3 and libsquashfuse of Debian, so
   that it starts on any Linux. */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 32
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <fuse3/fuse.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <squashfuse/squashfuse.h>

#define NAME "alicia-desktop"
#define OPTION(name) "--appimage-" name

sqfs_err sqfs_stat(sqfs *fs, sqfs_inode *inode, struct stat *st); /* its header is not installed */

/* liblzo2 is under the GPL and mksquashfs was told another compression. */
int lzo1x_decompress_safe(void) { return -1; }

static sqfs image;
static char self[PATH_MAX];
static int mounted_pipe[2], alive_pipe[2];

static void fail(const char *sentence, const char *about) {
  fprintf(stderr, NAME ": %s%s%s\n", sentence, about ? ": " : "", about ? about : "");
  exit(127);
}

static size_t end_of_elf(void) {
  Elf64_Ehdr header;
  int file = open(self, O_RDONLY | O_CLOEXEC);
  if (file < 0 || pread(file, &header, sizeof header, 0) != sizeof header) fail("this file cannot be read", self);
  close(file);
  return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

static void open_image(void) {
  sqfs_fd_t file = open(self, O_RDONLY | O_CLOEXEC);
  if (file < 0 || sqfs_init(&image, file, end_of_elf()) != SQFS_OK)
    fail("this file is damaged or was not copied whole; get it once more", self);
}

static int find(const char *path, sqfs_inode *inode) {
  bool found = false;
  if (sqfs_inode_get(&image, inode, sqfs_inode_root(&image)) || sqfs_lookup_path(&image, inode, path, &found))
    return -EIO;
  return found ? 0 : -ENOENT;
}

static int get_attributes(const char *path, struct stat *st, struct fuse_file_info *file) {
  sqfs_inode inode;
  (void)file;
  int error = find(path, &inode);
  if (error) return error;
  if (sqfs_stat(&image, &inode, st)) return -EIO;
  st->st_uid = getuid(), st->st_gid = getgid();
  return 0;
}

static int read_folder(const char *path, void *list, fuse_fill_dir_t add, off_t from, struct fuse_file_info *file,
                       enum fuse_readdir_flags flags) {
  sqfs_inode inode;
  sqfs_dir folder;
  sqfs_dir_entry entry;
  sqfs_name name;
  sqfs_err failed = SQFS_OK;
  (void)from, (void)file, (void)flags;
  int error = find(path, &inode);
  if (error) return error;
  if (sqfs_dir_open(&image, &inode, &folder, 0)) return -ENOTDIR;
  add(list, ".", NULL, 0, 0), add(list, "..", NULL, 0, 0);
  sqfs_dentry_init(&entry, name);
  while (sqfs_dir_next(&image, &folder, &entry, &failed)) add(list, sqfs_dentry_name(&entry), NULL, 0, 0);
  return failed ? -EIO : 0;
}

static int open_file(const char *path, struct fuse_file_info *file) {
  sqfs_inode *inode = malloc(sizeof *inode);
  if (!inode) return -ENOMEM;
  int error = find(path, inode);
  if (!error && (file->flags & O_ACCMODE) != O_RDONLY) error = -EROFS;
  if (error) {
    free(inode);
    return error;
  }
  file->fh = (uintptr_t)inode, file->keep_cache = 1;
  return 0;
}

static int close_file(const char *path, struct fuse_file_info *file) {
  (void)path;
  free((void *)(uintptr_t)file->fh);
  return 0;
}

static int read_file(const char *path, char *buffer, size_t size, off_t from, struct fuse_file_info *file) {
  sqfs_off_t count = size;
  (void)path;
  return sqfs_read_range(&image, (sqfs_inode *)(uintptr_t)file->fh, from, &count, buffer) ? -EIO : (int)count;
}

static int read_link(const char *path, char *buffer, size_t size) {
  sqfs_inode inode;
  int error = find(path, &inode);
  return error ? error : sqfs_readlink(&image, &inode, buffer, &size) ? -EINVAL : 0;
}

static void *on_mounted(struct fuse_conn_info *connection, struct fuse_config *config) {
  (void)connection;
  config->entry_timeout = config->attr_timeout = 3600;
  if (write(mounted_pipe[1], "1", 1) != 1) exit(1);
  close(mounted_pipe[1]);
  return NULL;
}

static const struct fuse_operations operations = {
    .getattr = get_attributes,
    .readdir = read_folder,
    .open = open_file,
    .release = close_file,
    .read = read_file,
    .readlink = read_link,
    .init = on_mounted,
};

static void *wait_for_end(void *none) {
  char byte;
  while (read(alive_pipe[0], &byte, 1) < 0 && errno == EINTR) continue;
  kill(getpid(), SIGTERM); /* FUSE ends its loop and unmounts */
  return none;
}

/* Mount in a process of its own, which goes when everybody has gone who holds the pipe; returns whether it worked. */
static int mount_at(char *place) {
  char byte;
  pthread_t watcher;
  if (pipe(mounted_pipe) || pipe(alive_pipe)) return 0;
  pid_t child = fork();
  if (child == 0) {
    char *arguments[] = {NAME, "-f", "-s", "-o", "ro,nosuid,nodev,fsname=" NAME, place, NULL};
    close(mounted_pipe[0]), close(alive_pipe[1]);
    setsid();
    pthread_create(&watcher, NULL, wait_for_end, NULL);
    int failed = fuse_main(6, arguments, &operations, NULL);
    rmdir(place);
    exit(failed);
  }
  close(mounted_pipe[1]), close(alive_pipe[0]);
  int mounted = child > 0 && read(mounted_pipe[0], &byte, 1) == 1;
  close(mounted_pipe[0]);
  return mounted;
}

static void write_file(sqfs_inode *inode, const char *path, mode_t mode) {
  static char buffer[1 << 20];
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode | S_IWUSR);
  if (file < 0) fail(strerror(errno), path);
  for (sqfs_off_t at = 0;;) {
    sqfs_off_t count = sizeof buffer;
    if (sqfs_read_range(&image, inode, at, &count, buffer)) fail("this file is damaged; get it once more", self);
    if (count == 0) break;
    if (write(file, buffer, count) != (ssize_t)count) fail(strerror(errno), path);
    at += count;
  }
  if (close(file)) fail(strerror(errno), path);
}

static void unpack(const char *folder) {
  sqfs_traverse walk;
  sqfs_err failed = SQFS_OK;
  char path[PATH_MAX], target[PATH_MAX];
  if (mkdir(folder, 0700) && errno != EEXIST) fail(strerror(errno), folder);
  if (sqfs_traverse_open(&walk, &image, sqfs_inode_root(&image))) fail("this file is damaged", self);
  while (sqfs_traverse_next(&walk, &failed)) {
    sqfs_inode inode;
    struct stat st;
    size_t size = sizeof target;
    if (walk.dir_end) continue;
    if (sqfs_inode_get(&image, &inode, sqfs_dentry_inode(&walk.entry)) || sqfs_stat(&image, &inode, &st)) break;
    if (snprintf(path, sizeof path, "%s/%s", folder, walk.path) >= (int)sizeof path) fail("too long a path", folder);
    if (S_ISDIR(st.st_mode)) {
      if (mkdir(path, 0700) && errno != EEXIST) fail(strerror(errno), path);
    } else if (S_ISLNK(st.st_mode)) {
      unlink(path);
      if (sqfs_readlink(&image, &inode, target, &size) || symlink(target, path)) fail(strerror(errno), path);
    } else {
      write_file(&inode, path, st.st_mode & 0777);
    }
  }
  if (failed) fail("this file is damaged; get it once more", self);
  sqfs_traverse_close(&walk);
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *place) {
  (void)st, (void)kind, (void)place;
  return remove(path);
}

static void remove_others(const char *folder, const char *kept) {
  DIR *list = opendir(folder);
  char path[PATH_MAX];
  for (struct dirent *one; list && (one = readdir(list));) {
    if (one->d_name[0] == '.' || !strcmp(one->d_name, kept)) continue;
    if (snprintf(path, sizeof path, "%s/%s", folder, one->d_name) < (int)sizeof path)
      nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  }
  if (list) closedir(list);
}

/* Unpack into the user's cache, unless this very file was before; what another version left there goes. */
static void unpack_once(char *folder) {
  struct stat st;
  char base[PATH_MAX / 2], name[64], part[PATH_MAX];
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (stat(self, &st)) fail(strerror(errno), self);
  snprintf(base, sizeof base, "%s%s", cache && *cache ? cache : home && *home ? home : "/tmp", cache && *cache ? "" : "/.cache");
  mkdir(base, 0700);
  strncat(base, "/" NAME "-appimage", sizeof base - strlen(base) - 1);
  mkdir(base, 0700);
  snprintf(name, sizeof name, "%llx-%llx", (long long)st.st_size, (long long)st.st_mtime);
  snprintf(folder, PATH_MAX, "%s/%s", base, name);
  if (access(folder, X_OK) == 0) return;
  remove_others(base, name);
  fprintf(stderr, NAME ": unpacking once into %s\n", folder);
  snprintf(part, sizeof part, "%s/.%d", base, getpid());
  unpack(part);
  if (rename(part, folder) && errno != ENOTEMPTY && errno != EEXIST) fail(strerror(errno), folder);
}

static void run(const char *folder, char **arguments) {
  char program[PATH_MAX + 8];
  setenv("APPIMAGE", self, 1), setenv("APPDIR", folder, 1), setenv("ARGV0", arguments[0], 1);
  snprintf(program, sizeof program, "%s/AppRun", folder);
  execv(program, arguments);
  fail(strerror(errno), program);
}

int main(int count, char **arguments) {
  static char folder[PATH_MAX];
  const char *option = count > 1 ? arguments[1] : "", *wish = getenv("APPIMAGE_EXTRACT_AND_RUN");
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length < 0) fail("/proc is not mounted", NULL);
  if (!strcmp(option, OPTION("offset"))) {
    printf("%zu\n", end_of_elf());
    return 0;
  }
  open_image();
  if (!strcmp(option, OPTION("extract"))) {
    unpack("squashfs-root");
    return 0;
  }
  int extract = !strcmp(option, OPTION("extract-and-run"));
  if (extract) {
    arguments[1] = arguments[0];
    arguments++;
  }
  int mount_only = !strcmp(option, OPTION("mount"));
  if (!extract && !(wish && *wish && !mount_only)) {
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/.mount_" NAME "XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (mkdtemp(folder) && mount_at(folder)) {
      if (!mount_only) run(folder, arguments);
      puts(folder);
      fflush(stdout);
      pause();
    }
    rmdir(folder);
    if (mount_only) fail("this computer has no FUSE, so nothing can be mounted", NULL);
    fprintf(stderr, NAME ": this computer has no FUSE to mount the program with\n");
  }
  unpack_once(folder);
  run(folder, arguments);
}
